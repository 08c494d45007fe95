from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class EndReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    END_REASON_UNSPECIFIED: _ClassVar[EndReason]
    END_REASON_PLAYED: _ClassVar[EndReason]
    END_REASON_STALEMATE: _ClassVar[EndReason]
    END_REASON_FAULT: _ClassVar[EndReason]
    END_REASON_VOID: _ClassVar[EndReason]

class ActionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ACTION_KIND_UNSPECIFIED: _ClassVar[ActionKind]
    ACTION_KIND_PLAY: _ClassVar[ActionKind]
    ACTION_KIND_FLIP: _ClassVar[ActionKind]
    ACTION_KIND_SLOUGH: _ClassVar[ActionKind]
    ACTION_KIND_PASS: _ClassVar[ActionKind]
    ACTION_KIND_PICKUP: _ClassVar[ActionKind]

class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHASE_UNSPECIFIED: _ClassVar[Phase]
    PHASE_COLLECT: _ClassVar[Phase]
    PHASE_SHED: _ClassVar[Phase]

class Ask(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ASK_UNSPECIFIED: _ClassVar[Ask]
    ASK_TURN: _ClassVar[Ask]
    ASK_SLOUGH: _ClassVar[Ask]
    ASK_LEAD: _ClassVar[Ask]
    ASK_FOLLOW: _ClassVar[Ask]

class Laid(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LAID_UNSPECIFIED: _ClassVar[Laid]
    LAID_PLAYED: _ClassVar[Laid]
    LAID_FLIPPED: _ClassVar[Laid]
    LAID_SLOUGHED: _ClassVar[Laid]

class EventKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EVENT_KIND_UNSPECIFIED: _ClassVar[EventKind]
    EVENT_KIND_DEALT: _ClassVar[EventKind]
    EVENT_KIND_PLAYED: _ClassVar[EventKind]
    EVENT_KIND_FLIPPED: _ClassVar[EventKind]
    EVENT_KIND_SLOUGHED: _ClassVar[EventKind]
    EVENT_KIND_ROUND_TIED: _ClassVar[EventKind]
    EVENT_KIND_TRICK_WON: _ClassVar[EventKind]
    EVENT_KIND_TRICK_VOID: _ClassVar[EventKind]
    EVENT_KIND_TOOK_BACK: _ClassVar[EventKind]
    EVENT_KIND_DREW: _ClassVar[EventKind]
    EVENT_KIND_SHOWN: _ClassVar[EventKind]
    EVENT_KIND_LAID_ASIDE: _ClassVar[EventKind]
    EVENT_KIND_KEPT: _ClassVar[EventKind]
    EVENT_KIND_TRUMPS: _ClassVar[EventKind]
    EVENT_KIND_LAID_OUT: _ClassVar[EventKind]
    EVENT_KIND_DRECK_DEALT: _ClassVar[EventKind]
    EVENT_KIND_PHASE_TWO: _ClassVar[EventKind]
    EVENT_KIND_PICKED_UP: _ClassVar[EventKind]
    EVENT_KIND_TRICK_OVER: _ClassVar[EventKind]
    EVENT_KIND_OUT: _ClassVar[EventKind]
    EVENT_KIND_STALEMATE: _ClassVar[EventKind]
    EVENT_KIND_ENDED: _ClassVar[EventKind]
END_REASON_UNSPECIFIED: EndReason
END_REASON_PLAYED: EndReason
END_REASON_STALEMATE: EndReason
END_REASON_FAULT: EndReason
END_REASON_VOID: EndReason
ACTION_KIND_UNSPECIFIED: ActionKind
ACTION_KIND_PLAY: ActionKind
ACTION_KIND_FLIP: ActionKind
ACTION_KIND_SLOUGH: ActionKind
ACTION_KIND_PASS: ActionKind
ACTION_KIND_PICKUP: ActionKind
PHASE_UNSPECIFIED: Phase
PHASE_COLLECT: Phase
PHASE_SHED: Phase
ASK_UNSPECIFIED: Ask
ASK_TURN: Ask
ASK_SLOUGH: Ask
ASK_LEAD: Ask
ASK_FOLLOW: Ask
LAID_UNSPECIFIED: Laid
LAID_PLAYED: Laid
LAID_FLIPPED: Laid
LAID_SLOUGHED: Laid
EVENT_KIND_UNSPECIFIED: EventKind
EVENT_KIND_DEALT: EventKind
EVENT_KIND_PLAYED: EventKind
EVENT_KIND_FLIPPED: EventKind
EVENT_KIND_SLOUGHED: EventKind
EVENT_KIND_ROUND_TIED: EventKind
EVENT_KIND_TRICK_WON: EventKind
EVENT_KIND_TRICK_VOID: EventKind
EVENT_KIND_TOOK_BACK: EventKind
EVENT_KIND_DREW: EventKind
EVENT_KIND_SHOWN: EventKind
EVENT_KIND_LAID_ASIDE: EventKind
EVENT_KIND_KEPT: EventKind
EVENT_KIND_TRUMPS: EventKind
EVENT_KIND_LAID_OUT: EventKind
EVENT_KIND_DRECK_DEALT: EventKind
EVENT_KIND_PHASE_TWO: EventKind
EVENT_KIND_PICKED_UP: EventKind
EVENT_KIND_TRICK_OVER: EventKind
EVENT_KIND_OUT: EventKind
EVENT_KIND_STALEMATE: EventKind
EVENT_KIND_ENDED: EventKind

class PlayRequest(_message.Message):
    __slots__ = ("hello", "choices")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    choices: _containers.RepeatedCompositeFieldContainer[Choice]
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., choices: _Optional[_Iterable[_Union[Choice, _Mapping]]] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("welcome", "starts", "decisions", "ends")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    STARTS_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    ENDS_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    starts: _containers.RepeatedCompositeFieldContainer[MatchStart]
    decisions: _containers.RepeatedCompositeFieldContainer[Decision]
    ends: _containers.RepeatedCompositeFieldContainer[MatchEnd]
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., starts: _Optional[_Iterable[_Union[MatchStart, _Mapping]]] = ..., decisions: _Optional[_Iterable[_Union[Decision, _Mapping]]] = ..., ends: _Optional[_Iterable[_Union[MatchEnd, _Mapping]]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("token", "protocol_version", "client")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    token: str
    protocol_version: int
    client: str
    def __init__(self, token: _Optional[str] = ..., protocol_version: _Optional[int] = ..., client: _Optional[str] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("protocol_version", "name", "referee")
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    REFEREE_FIELD_NUMBER: _ClassVar[int]
    protocol_version: int
    name: str
    referee: str
    def __init__(self, protocol_version: _Optional[int] = ..., name: _Optional[str] = ..., referee: _Optional[str] = ...) -> None: ...

class Ruleset(_message.Message):
    __slots__ = ("game", "options")
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    game: str
    options: _containers.RepeatedCompositeFieldContainer[Option]
    def __init__(self, game: _Optional[str] = ..., options: _Optional[_Iterable[_Union[Option, _Mapping]]] = ...) -> None: ...

class Option(_message.Message):
    __slots__ = ("name", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: str
    def __init__(self, name: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class TimeControl(_message.Message):
    __slots__ = ("move_time_us", "bank_us", "increment_us", "match_time_us")
    MOVE_TIME_US_FIELD_NUMBER: _ClassVar[int]
    BANK_US_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_US_FIELD_NUMBER: _ClassVar[int]
    MATCH_TIME_US_FIELD_NUMBER: _ClassVar[int]
    move_time_us: int
    bank_us: int
    increment_us: int
    match_time_us: int
    def __init__(self, move_time_us: _Optional[int] = ..., bank_us: _Optional[int] = ..., increment_us: _Optional[int] = ..., match_time_us: _Optional[int] = ...) -> None: ...

class MatchStart(_message.Message):
    __slots__ = ("match_id", "ruleset", "seat", "players", "time", "seed")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    match_id: int
    ruleset: Ruleset
    seat: int
    players: int
    time: TimeControl
    seed: bytes
    def __init__(self, match_id: _Optional[int] = ..., ruleset: _Optional[_Union[Ruleset, _Mapping]] = ..., seat: _Optional[int] = ..., players: _Optional[int] = ..., time: _Optional[_Union[TimeControl, _Mapping]] = ..., seed: _Optional[bytes] = ...) -> None: ...

class Decision(_message.Message):
    __slots__ = ("match_id", "decision_id", "events", "view", "legal", "clock")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    match_id: int
    decision_id: int
    events: _containers.RepeatedCompositeFieldContainer[Event]
    view: View
    legal: _containers.RepeatedCompositeFieldContainer[Action]
    clock: Clock
    def __init__(self, match_id: _Optional[int] = ..., decision_id: _Optional[int] = ..., events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ..., view: _Optional[_Union[View, _Mapping]] = ..., legal: _Optional[_Iterable[_Union[Action, _Mapping]]] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("move_time_us", "bank_us")
    MOVE_TIME_US_FIELD_NUMBER: _ClassVar[int]
    BANK_US_FIELD_NUMBER: _ClassVar[int]
    move_time_us: int
    bank_us: int
    def __init__(self, move_time_us: _Optional[int] = ..., bank_us: _Optional[int] = ...) -> None: ...

class Choice(_message.Message):
    __slots__ = ("match_id", "decision_id", "index")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    match_id: int
    decision_id: int
    index: int
    def __init__(self, match_id: _Optional[int] = ..., decision_id: _Optional[int] = ..., index: _Optional[int] = ...) -> None: ...

class MatchEnd(_message.Message):
    __slots__ = ("match_id", "events", "losers", "out", "reason", "detail")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    LOSERS_FIELD_NUMBER: _ClassVar[int]
    OUT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    match_id: int
    events: _containers.RepeatedCompositeFieldContainer[Event]
    losers: _containers.RepeatedScalarFieldContainer[int]
    out: _containers.RepeatedScalarFieldContainer[int]
    reason: EndReason
    detail: str
    def __init__(self, match_id: _Optional[int] = ..., events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ..., losers: _Optional[_Iterable[int]] = ..., out: _Optional[_Iterable[int]] = ..., reason: _Optional[_Union[EndReason, str]] = ..., detail: _Optional[str] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("kind", "cards")
    KIND_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    kind: ActionKind
    cards: bytes
    def __init__(self, kind: _Optional[_Union[ActionKind, str]] = ..., cards: _Optional[bytes] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("seat", "dealer", "phase", "ask", "leader", "hand", "table", "round_seats", "trick_plays", "stock", "trump_card", "hand_sizes", "pile_sizes", "known_hands", "known_piles", "gone", "set_aside", "known_set_aside", "laid_aside", "known_laid_aside", "known_stock", "unseen", "out", "played")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    ASK_FIELD_NUMBER: _ClassVar[int]
    LEADER_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    ROUND_SEATS_FIELD_NUMBER: _ClassVar[int]
    TRICK_PLAYS_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    TRUMP_CARD_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZES_FIELD_NUMBER: _ClassVar[int]
    PILE_SIZES_FIELD_NUMBER: _ClassVar[int]
    KNOWN_HANDS_FIELD_NUMBER: _ClassVar[int]
    KNOWN_PILES_FIELD_NUMBER: _ClassVar[int]
    GONE_FIELD_NUMBER: _ClassVar[int]
    SET_ASIDE_FIELD_NUMBER: _ClassVar[int]
    KNOWN_SET_ASIDE_FIELD_NUMBER: _ClassVar[int]
    LAID_ASIDE_FIELD_NUMBER: _ClassVar[int]
    KNOWN_LAID_ASIDE_FIELD_NUMBER: _ClassVar[int]
    KNOWN_STOCK_FIELD_NUMBER: _ClassVar[int]
    UNSEEN_FIELD_NUMBER: _ClassVar[int]
    OUT_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    dealer: int
    phase: Phase
    ask: Ask
    leader: int
    hand: bytes
    table: _containers.RepeatedCompositeFieldContainer[TableCards]
    round_seats: _containers.RepeatedScalarFieldContainer[int]
    trick_plays: int
    stock: int
    trump_card: int
    hand_sizes: _containers.RepeatedScalarFieldContainer[int]
    pile_sizes: _containers.RepeatedScalarFieldContainer[int]
    known_hands: _containers.RepeatedScalarFieldContainer[bytes]
    known_piles: _containers.RepeatedScalarFieldContainer[bytes]
    gone: bytes
    set_aside: int
    known_set_aside: bytes
    laid_aside: int
    known_laid_aside: bytes
    known_stock: bytes
    unseen: bytes
    out: _containers.RepeatedScalarFieldContainer[int]
    played: _containers.RepeatedScalarFieldContainer[bool]
    def __init__(self, seat: _Optional[int] = ..., dealer: _Optional[int] = ..., phase: _Optional[_Union[Phase, str]] = ..., ask: _Optional[_Union[Ask, str]] = ..., leader: _Optional[int] = ..., hand: _Optional[bytes] = ..., table: _Optional[_Iterable[_Union[TableCards, _Mapping]]] = ..., round_seats: _Optional[_Iterable[int]] = ..., trick_plays: _Optional[int] = ..., stock: _Optional[int] = ..., trump_card: _Optional[int] = ..., hand_sizes: _Optional[_Iterable[int]] = ..., pile_sizes: _Optional[_Iterable[int]] = ..., known_hands: _Optional[_Iterable[bytes]] = ..., known_piles: _Optional[_Iterable[bytes]] = ..., gone: _Optional[bytes] = ..., set_aside: _Optional[int] = ..., known_set_aside: _Optional[bytes] = ..., laid_aside: _Optional[int] = ..., known_laid_aside: _Optional[bytes] = ..., known_stock: _Optional[bytes] = ..., unseen: _Optional[bytes] = ..., out: _Optional[_Iterable[int]] = ..., played: _Optional[_Iterable[bool]] = ...) -> None: ...

class TableCards(_message.Message):
    __slots__ = ("seat", "kind", "cards", "round")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    seat: int
    kind: Laid
    cards: bytes
    round: int
    def __init__(self, seat: _Optional[int] = ..., kind: _Optional[_Union[Laid, str]] = ..., cards: _Optional[bytes] = ..., round: _Optional[int] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("kind", "seat", "cards", "count")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    kind: EventKind
    seat: int
    cards: bytes
    count: int
    def __init__(self, kind: _Optional[_Union[EventKind, str]] = ..., seat: _Optional[int] = ..., cards: _Optional[bytes] = ..., count: _Optional[int] = ...) -> None: ...
