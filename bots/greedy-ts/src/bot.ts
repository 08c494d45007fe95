// A bot in TypeScript: this file talks to the referee, strategy.ts plays.

import { type ClientDuplexStream, credentials, loadPackageDefinition, status } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import type { Choice } from "../build/arena/v1/Choice.js";
import type { MatchStart__Output as MatchStart } from "../build/arena/v1/MatchStart.js";
import type { PlayRequest } from "../build/arena/v1/PlayRequest.js";
import type { PlayResponse__Output as PlayResponse } from "../build/arena/v1/PlayResponse.js";
import type { ProtoGrpcType } from "../build/arena.js";
import { choose } from "./strategy.js";

// Exit codes, as the Python library has them. The end of the stream is 0.
const BOT_FAILED = 1;
const NO_REFEREE = 2;

const PROTOCOL = "dist/arena.proto"; // from the bot's folder, where it is started

class ProtocolError extends Error {}

/** Dials in, and answers until the referee ends the stream. */
async function play(address: string, token: string): Promise<void> {
  const definition = loadSync(PROTOCOL, { longs: Number, defaults: true });
  const { ArenaService } = (loadPackageDefinition(definition) as unknown as ProtoGrpcType).arena.v1;
  const client = new ArenaService(address, credentials.createInsecure(), {
    "grpc.max_receive_message_length": -1,
    "grpc.enable_http_proxy": 0,
  });
  const stream = client.Play();
  try {
    await talk(stream, token);
  } finally {
    stream.cancel(); // if the bot failed, it is still open
    client.close();
  }
}

async function talk(
  stream: ClientDuplexStream<PlayRequest, PlayResponse>,
  token: string,
): Promise<void> {
  stream.write({ hello: { token, protocolVersion: 1, client: "arena-typescript 1.0.0" } });
  const matches = new Map<number, MatchStart>();
  for await (const message of stream as AsyncIterable<PlayResponse>) {
    const choices = answer(matches, message);
    if (choices.length > 0) {
      stream.write({ choices });
    }
  }
}

/** Answers all that a message asks. Several matches may be under way. */
function answer(matches: Map<number, MatchStart>, message: PlayResponse): Choice[] {
  for (const start of message.starts) {
    matches.set(start.matchId, start);
  }
  const choices = message.decisions.map((decision) => {
    const { matchId, decisionId } = decision;
    const start = matches.get(matchId);
    if (start === undefined) {
      throw new ProtocolError(`the referee never began match ${matchId}`);
    }
    return { matchId, decisionId, index: choose(start, decision) };
  });
  for (const end of message.ends) {
    matches.delete(end.matchId);
  }
  return choices;
}

/** What to tell of an error, and the exit code. */
function verdict(error: unknown): [message: unknown, code: number] {
  if (error instanceof ProtocolError) {
    return [error.message, NO_REFEREE];
  }
  if (error instanceof Error && "code" in error && "details" in error) {
    return [error.message, error.code === status.ABORTED ? BOT_FAILED : NO_REFEREE];
  }
  return [error, BOT_FAILED];
}

const { ARENA_ADDRESS, ARENA_TOKEN } = process.env;
if (ARENA_ADDRESS && ARENA_TOKEN) {
  try {
    await play(ARENA_ADDRESS, ARENA_TOKEN);
  } catch (error) {
    const [message, code] = verdict(error);
    console.error("bot:", message);
    process.exitCode = code;
  }
} else {
  console.error("bot: a bot is started by a referee, which sets ARENA_ADDRESS and ARENA_TOKEN");
  process.exitCode = NO_REFEREE;
}
