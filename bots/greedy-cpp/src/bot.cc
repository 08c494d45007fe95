// A bot in C++: this file talks to the referee, strategy.cc plays.

#include <arena/v1/arena.grpc.pb.h>
#include <grpcpp/grpcpp.h>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <unordered_map>

#include "strategy.h"

namespace {

namespace v1 = arena::v1;

// Exit codes, as the Python library has them. The end of the stream is 0.
constexpr int kBotFailed = 1;
constexpr int kNoReferee = 2;

constexpr uint32_t kProtocolVersion = 1;

using Matches = std::unordered_map<uint64_t, v1::MatchStart>;

grpc::Status NeverBegan(uint64_t match) {
  return {grpc::StatusCode::INTERNAL, "the referee never began match " + std::to_string(match)};
}

// Answers all that a message asks. Several matches may be under way.
grpc::Status Answer(const v1::PlayResponse& message, Matches& matches, v1::PlayRequest& answer) {
  for (const v1::MatchStart& start : message.starts()) {
    matches[start.match_id()] = start;
  }
  for (const v1::Decision& decision : message.decisions()) {
    const auto match = matches.find(decision.match_id());
    if (match == matches.end()) {
      return NeverBegan(decision.match_id());
    }
    v1::Choice& choice = *answer.add_choices();
    choice.set_match_id(decision.match_id());
    choice.set_decision_id(decision.decision_id());
    choice.set_index(Choose(match->second, decision));
  }
  for (const v1::MatchEnd& end : message.ends()) {
    matches.erase(end.match_id());
  }
  return grpc::Status::OK;
}

std::shared_ptr<grpc::Channel> Dial(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

// Dials in, and answers until the referee ends the stream; how it ended.
grpc::Status Play(const std::string& address, const std::string& token) {
  const auto stub = v1::ArenaService::NewStub(Dial(address));
  grpc::ClientContext context;
  const auto stream = stub->Play(&context);

  v1::PlayRequest first;
  first.mutable_hello()->set_token(token);
  first.mutable_hello()->set_protocol_version(kProtocolVersion);
  first.mutable_hello()->set_client("arena-cpp " + grpc::Version());
  stream->Write(first);  // if it fails, the status tells why

  Matches matches;
  v1::PlayResponse message;
  while (stream->Read(&message)) {
    v1::PlayRequest answer;
    if (grpc::Status status = Answer(message, matches, answer); !status.ok()) {
      return status;
    }
    if (answer.choices_size() > 0) {
      stream->Write(answer);
    }
  }
  return stream->Finish();
}

int Run() {
  const char* address = std::getenv("ARENA_ADDRESS");
  const char* token = std::getenv("ARENA_TOKEN");
  if (address == nullptr || token == nullptr) {
    std::cerr << "bot: a bot is started by a referee, which sets ARENA_ADDRESS and ARENA_TOKEN\n";
    return kNoReferee;
  }
  const grpc::Status status = Play(address, token);
  if (status.ok()) {
    return EXIT_SUCCESS;
  }
  std::cerr << "bot: " << status.error_message() << '\n';
  return status.error_code() == grpc::StatusCode::ABORTED ? kBotFailed : kNoReferee;
}

}  // namespace

int main() {
  try {
    return Run();
  } catch (const std::exception& error) {
    std::cerr << "bot: " << error.what() << '\n';
    return kBotFailed;
  }
}
