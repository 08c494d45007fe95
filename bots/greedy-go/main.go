// A bot in Go: this file talks to the referee, strategy.go plays.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	arena "bot/build/arena/v1"
)

//go:generate go run ./generate
//go:generate go build -trimpath -buildvcs=false -o build/bot .

// Exit codes, as the Python library has them. The end of the stream is 0.
const (
	botFailed = 1
	noReferee = 2
)

type stream = grpc.BidiStreamingClient[arena.PlayRequest, arena.PlayResponse]

func main() {
	address, token := os.Getenv("ARENA_ADDRESS"), os.Getenv("ARENA_TOKEN")
	if address == "" || token == "" {
		fail(noReferee, errors.New("a bot is started by a referee, which sets ARENA_ADDRESS and ARENA_TOKEN"))
	}
	switch err := play(address, token); status.Code(err) {
	case codes.OK:
	case codes.Aborted:
		fail(botFailed, err)
	default:
		fail(noReferee, err)
	}
}

func fail(code int, err error) {
	fmt.Fprintln(os.Stderr, "bot:", err)
	os.Exit(code)
}

// play dials in, and answers until the referee ends the stream.
func play(address, token string) error {
	connection, err := grpc.NewClient(address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithNoProxy(),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(math.MaxInt32)))
	if err != nil {
		return err
	}
	defer connection.Close()
	talk, err := arena.NewArenaServiceClient(connection).Play(context.Background())
	if err != nil {
		return err
	}
	hello := &arena.Hello{Token: token, ProtocolVersion: 1, Client: "arena-go " + grpc.Version}
	if err := say(talk, &arena.PlayRequest{Hello: hello}); err != nil {
		return err
	}
	matches := map[uint64]*arena.MatchStart{}
	for {
		message, err := talk.Recv()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		answer, err := answer(matches, message)
		if err != nil {
			return err
		}
		if len(answer.Choices) == 0 {
			continue
		}
		if err := say(talk, answer); err != nil {
			return err
		}
	}
}

// answer answers all that a message asks in one message. Several matches may be under way.
func answer(matches map[uint64]*arena.MatchStart, message *arena.PlayResponse) (*arena.PlayRequest, error) {
	for _, start := range message.Starts {
		matches[start.MatchId] = start
	}
	request := &arena.PlayRequest{}
	for _, decision := range message.Decisions {
		match, begun := matches[decision.MatchId]
		if !begun {
			return nil, fmt.Errorf("the referee never began match %d", decision.MatchId)
		}
		request.Choices = append(request.Choices, &arena.Choice{
			MatchId:    decision.MatchId,
			DecisionId: decision.DecisionId,
			Index:      uint32(choose(match, decision)),
		})
	}
	for _, end := range message.Ends {
		delete(matches, end.MatchId)
	}
	return request, nil
}

// say sends a message. If the stream has ended meanwhile, the next Recv tells how.
func say(talk stream, message *arena.PlayRequest) error {
	if err := talk.Send(message); err != io.EOF {
		return err
	}
	return nil
}
