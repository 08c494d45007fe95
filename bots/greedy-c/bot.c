/* Sheds the lowest card that it can, and keeps trumps for when nothing else will do.
 *
 * A bot behind arena-bridge (docs/bridge.md): reads a line, writes a line. It has no parser for
 * JSON, and needs none: keys are looked up by name, and what it wants are lists of short texts
 * without anything escaped in them. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The value of a key of the line: what stands after `"key":`; NULL if there is no such key. */
static const char *value_of(const char *line, const char *key)
{
	const size_t length = strlen(key);
	const char *at = line;
	while ((at = strstr(at, key)) != NULL) {
		if (at[-1] == '"' && at[length] == '"' && at[length + 1] == ':')
			return at + length + 2;
		at += length;
	}
	return NULL;
}

static int rank_of(char rank)
{
	static const char ranks[] = "23456789TJQKA";
	return (int)(strchr(ranks, rank) - ranks);
}

/* How much an action would cost, given as its text up to the closing quote. */
static int cost_of(const char *action, size_t length, char trumps)
{
	if (strncmp(action, "flip", 4) == 0 || strncmp(action, "p", 1) == 0)
		return 10000; /* flip, pass, pickup: only if there is no card to play */
	if (strncmp(action, "slough:", 7) == 0) {
		action += 7;
		length -= 7;
	}
	const int cards = (int)length / 2; /* a sequence is 5c6c7c: more is better */
	return (action[1] == trumps ? 1000 : 0) + 14 * rank_of(action[0]) - cards;
}

/* The index of the cheapest action of the list; the first of several. */
static int choose(const char *legal, char trumps)
{
	int best = 0, best_cost = 1 << 30;
	const char *at = legal + 1;
	for (int index = 0; *at == '"' || *at == ','; index++) {
		const char *text = at + (*at == ',' ? 2 : 1), *end = strchr(text, '"');
		const int cost = cost_of(text, (size_t)(end - text), trumps);
		if (cost < best_cost) {
			best = index;
			best_cost = cost;
		}
		at = end + 1;
	}
	return best;
}

int main(void)
{
	char *line = NULL;
	size_t size = 0;
	while (getline(&line, &size, stdin) > 0) {
		if (strncmp(value_of(line, "type"), "\"decide\"", 8) != 0)
			continue;
		const char *trumps = value_of(line, "trumps");
		printf("%d\n", choose(value_of(line, "legal"), *trumps == '"' ? trumps[1] : '-'));
		fflush(stdout);
	}
	free(line);
	return 0;
}
