package bot;

import arena.v1.Action;
import arena.v1.Decision;
import arena.v1.MatchStart;
import java.util.Comparator;
import java.util.List;

/** Sheds the lowest card that it can, and keeps trumps for when nothing else will do. */
final class Strategy {
  /** Cards are numbers: 13 * suit + rank. */
  private static final int RANKS = 13;

  private static final int NO_SUIT = -1;

  /** What kind of action it is, best first. */
  private enum Kind {
    CARDS,
    LAST_RESORT,
    /** Of a newer referee: not for us. */
    UNKNOWN
  }

  private record Cost(Kind kind, boolean trumps, int rank, int cards) implements Comparable<Cost> {
    private static final Comparator<Cost> ORDER =
        Comparator.comparing(Cost::kind)
            .thenComparing(Cost::trumps)
            .thenComparingInt(Cost::rank)
            .thenComparing(Cost::cards, Comparator.reverseOrder());

    @Override
    public int compareTo(Cost other) {
      return ORDER.compare(this, other);
    }
  }

  private Strategy() {}

  /**
   * Returns the index among the legal actions of the lowest play, not of trumps if there is
   * another; more cards rather than fewer.
   *
   * @param start the match as it began, for bots that want more: seat, options, a seed
   */
  static int choose(MatchStart start, Decision decision) {
    boolean shown = decision.getView().hasTrumpCard();
    int trumps = shown ? decision.getView().getTrumpCard() / RANKS : NO_SUIT;
    List<Cost> costs =
        decision.getLegalList().stream().map(action -> cost(action, trumps)).toList();
    return costs.indexOf(costs.stream().min(Comparator.naturalOrder()).orElseThrow());
  }

  private static Cost cost(Action action, int trumps) {
    return switch (action.getKind()) {
      case ACTION_KIND_PLAY, ACTION_KIND_SLOUGH -> {
        int lowest = action.getCards().byteAt(0);
        boolean isTrumps = lowest / RANKS == trumps;
        yield new Cost(Kind.CARDS, isTrumps, lowest % RANKS, action.getCards().size());
      }
      case ACTION_KIND_FLIP, ACTION_KIND_PASS, ACTION_KIND_PICKUP ->
          new Cost(Kind.LAST_RESORT, false, 0, 0);
      default -> new Cost(Kind.UNKNOWN, false, 0, 0);
    };
  }
}
