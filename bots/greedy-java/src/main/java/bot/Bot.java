package bot;

import arena.v1.Choice;
import arena.v1.Decision;
import arena.v1.Hello;
import arena.v1.MatchEnd;
import arena.v1.MatchStart;
import arena.v1.PlayRequest;
import arena.v1.PlayResponse;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.net.UnixDomainSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A bot in Java: this class talks to the referee, {@link Strategy} plays. */
public final class Bot implements StreamObserver<PlayResponse> {
  // Exit codes, as the Python library has them. The end of the stream is 0.
  private static final int BOT_FAILED = 1;
  private static final int NO_REFEREE = 2;

  /** The one call of the protocol's service; a generator of stubs would be more trouble. */
  private static final MethodDescriptor<PlayRequest, PlayResponse> PLAY =
      MethodDescriptor.<PlayRequest, PlayResponse>newBuilder()
          .setType(MethodType.BIDI_STREAMING)
          .setFullMethodName("arena.v1.ArenaService/Play")
          .setRequestMarshaller(ProtoUtils.marshaller(PlayRequest.getDefaultInstance()))
          .setResponseMarshaller(ProtoUtils.marshaller(PlayResponse.getDefaultInstance()))
          .build();

  private static final String UNIX = "unix:";

  /** Warns that such a socket has no keep-alive, which gRPC asks for in vain. */
  private static final Logger NETTY = Logger.getLogger("io.netty.bootstrap");

  private final Map<Long, MatchStart> matches = new HashMap<>();
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private StreamObserver<PlayRequest> referee;

  /** Plays for the referee that started this program. */
  public static void main(String[] args) {
    String address = System.getenv("ARENA_ADDRESS");
    String token = System.getenv("ARENA_TOKEN");
    if (address == null || token == null) {
      System.err.println(
          "bot: a bot is started by a referee, which sets ARENA_ADDRESS and ARENA_TOKEN");
      System.exit(NO_REFEREE);
    }
    System.exit(new Bot().play(address, token));
  }

  /** Dials in, and answers until the referee ends the stream. Returns the exit code. */
  private int play(String address, String token) {
    Hello.Builder hello =
        Hello.newBuilder().setToken(token).setProtocolVersion(1).setClient("arena-java 1");
    referee =
        ClientCalls.asyncBidiStreamingCall(
            channel(address).newCall(PLAY, CallOptions.DEFAULT), this);
    referee.onNext(PlayRequest.newBuilder().setHello(hello).build());
    try {
      end.join();
      return 0;
    } catch (CompletionException failure) {
      return report(failure.getCause());
    }
  }

  private static ManagedChannel channel(String address) {
    NettyChannelBuilder builder =
        address.startsWith(UNIX)
            ? local(address.substring(UNIX.length()))
            : NettyChannelBuilder.forTarget(address);
    return builder
        .usePlaintext()
        .proxyDetector(target -> null)
        .maxInboundMessageSize(Integer.MAX_VALUE)
        .directExecutor() // nothing else has to run while the bot thinks
        .build();
  }

  /** Java's own unix sockets: gRPC's would unpack a native library, and need a place for it. */
  private static NettyChannelBuilder local(String path) {
    NETTY.setLevel(Level.SEVERE);
    return NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(path))
        .overrideAuthority("localhost")
        .channelType(NioDomainSocketChannel.class, UnixDomainSocketAddress.class)
        .eventLoopGroup(new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()));
  }

  private static int report(Throwable failure) {
    if (failure instanceof StatusRuntimeException refused) {
      Throwable cause = refused.getCause();
      String why = cause == null ? "" : " (" + cause.getMessage() + ")";
      System.err.println("bot: " + refused.getMessage() + why);
      return refused.getStatus().getCode() == Status.Code.ABORTED ? BOT_FAILED : NO_REFEREE;
    }
    failure.printStackTrace();
    return BOT_FAILED;
  }

  /** Answers all that a message asks in one message. */
  @Override
  public void onNext(PlayResponse message) {
    try {
      PlayRequest answer = answer(message);
      if (answer.getChoicesCount() > 0) {
        referee.onNext(answer);
      }
    } catch (RuntimeException failure) {
      end.completeExceptionally(failure);
    }
  }

  /** Several matches may be under way. */
  private PlayRequest answer(PlayResponse message) {
    for (MatchStart start : message.getStartsList()) {
      matches.put(start.getMatchId(), start);
    }
    PlayRequest.Builder answer = PlayRequest.newBuilder();
    for (Decision decision : message.getDecisionsList()) {
      MatchStart start = matches.get(decision.getMatchId());
      if (start == null) {
        throw Status.INTERNAL
            .withDescription("the referee never began match " + decision.getMatchId())
            .asRuntimeException();
      }
      answer.addChoices(
          Choice.newBuilder()
              .setMatchId(decision.getMatchId())
              .setDecisionId(decision.getDecisionId())
              .setIndex(Strategy.choose(start, decision)));
    }
    for (MatchEnd over : message.getEndsList()) {
      matches.remove(over.getMatchId());
    }
    return answer.build();
  }

  @Override
  public void onError(Throwable failure) {
    end.completeExceptionally(failure);
  }

  @Override
  public void onCompleted() {
    end.complete(null);
  }
}
