# Sheds the lowest card that it can, and keeps trumps for when nothing else will do.
# A bot behind arena-bridge (docs/bridge.md): reads a line, writes a line.
use strict;
use warnings;
use JSON::PP;

$| = 1;    # every answer goes at once

# What an action costs: trumps most, then by rank; of two plays from one card the longer is less.
sub cost {
    my ($action, $trumps) = @_;
    return 10000 if $action =~ /^(flip|pass|pickup)$/;
    my ($cards) = $action =~ /(\w+)$/;    # of "5c", "5c6c7c" and "slough:5c"
    my ($rank, $suit) = split //, $cards;
    return ($suit eq $trumps ? 1000 : 0) + 14 * index('23456789TJQKA', $rank) - length($cards) / 2;
}

while (my $line = <STDIN>) {
    my $told = decode_json($line);
    next if $told->{type} ne 'decide';
    my $trumps = $told->{trumps} // '-';
    my @legal  = @{ $told->{legal} };
    my @costs  = map { cost($_, $trumps) } @legal;
    my $best   = 0;
    for my $index (1 .. $#legal) { $best = $index if $costs[$index] < $costs[$best] }
    print "$best\n";
}
