// Copies the protocol to dist/, where the bot loads it, and makes its types in build/. It is taken
// from the bot's folder `protos`, or else from that of the harness, two folders up.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";

const protocol = "arena/v1/arena.proto";
const folder = ["protos", "../../protos"].find((one) => existsSync(`${one}/${protocol}`));
if (folder === undefined) {
  throw new Error(`${protocol} is neither in protos nor in ../../protos`);
}

rmSync("build", { recursive: true, force: true });
cpSync(`${folder}/${protocol}`, "dist/arena.proto");
execFileSync(
  "node_modules/.bin/proto-loader-gen-types",
  [
    ...[protocol, `--includeDirs=${folder}`, "--outDir=build", "--grpcLib=@grpc/grpc-js"],
    ...["--longs=Number", "--defaults", "--includeComments"],
    ...["--targetFileExtension=.ts", "--importFileExtension=.js"],
  ],
  { stdio: ["ignore", "ignore", "inherit"] },
);
