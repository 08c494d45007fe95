#!/bin/sh
# Sheds the lowest card that it can, and keeps trumps for when nothing else will do.
# A bot behind arena-bridge (docs/bridge.md). One jq makes words of every question; the shell
# chooses.

# What an action costs: $1 its text, $2 the suit of trumps.
cost() {
    cards=${1#slough:}
    case $cards in
    flip | pass | pickup) cost=10000 && return ;;
    esac
    rank=${cards%"${cards#?}"} higher=23456789TJQKA
    suit=${cards#?} suit=${suit%"${suit#?}"}
    higher=${higher%%"$rank"*}
    cost=$((14 * ${#higher} - ${#cards} / 2))
    if [ "$suit" = "$2" ]; then cost=$((cost + 1000)); fi
}

jq --unbuffered -r 'select(.type == "decide") | "\(.trumps // "-") \(.legal | join(" "))"' |
    while read -r trumps legal; do
        best='' best_cost=99999
        for action in $legal; do
            cost "$action" "$trumps"
            if [ "$cost" -lt "$best_cost" ]; then best=$action best_cost=$cost; fi
        done
        echo "$best"
    done
