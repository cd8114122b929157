"""Jobs, answers and errors as bytes that can do no more than be read.

Pickle runs what the bytes say. Here a job goes by its name, its value by the type that the job
declares, and an error by the name of its class and its arguments. Names that the registry does not
have, and values of another type, raise `CodecError`; nothing else happens. The bytes are
MessagePack, and the same on every machine.
"""

import dataclasses
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum
from types import MappingProxyType, NoneType, UnionType
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

Job: TypeAlias = Callable[[Any], Any]
"""A function of one value that returns a value, both annotated."""
Encoding: TypeAlias = tuple[Callable[[Any], object], Callable[[Any], Any]]
"""How a value becomes one of plain values, and how it is made of these again."""

DEEPEST = 32
"""How far the arguments of an error may be nested."""

_PLAIN = frozenset({int, float, str, bool, bytes, date, datetime, NoneType})
_COLLECTIONS = frozenset({tuple, frozenset, list, dict, Mapping, Sequence})


class CodecError(Exception):
    """Bytes that are no job, answer or error of the registry, or a value that has no bytes."""


@dataclass(frozen=True, slots=True)
class Registry:
    """What may be asked of a worker, and what may come back.

    - `jobs`: functions, known by their names.
    - `errors`: exceptions, known by the names of their classes; made anew of their arguments.
    - `encodings`: classes whose values are not described by the annotations of their fields.
    """

    jobs: Sequence[Job] = ()
    errors: Sequence[type[Exception]] = ()
    encodings: Mapping[type, Encoding] = field(default_factory=lambda: MappingProxyType({}))


def no_jobs() -> Registry:
    """The registry of a pool that can do nothing."""
    return Registry()


@dataclass(frozen=True, slots=True)
class _Shape:
    """How values of a type become plain ones and are made of these again."""

    pack: Callable[[Any], object]
    unpack: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class _Signature:
    function: Job
    request: _Shape
    answer: _Shape


class Codec:
    """Bytes for the jobs of a registry.

    Raises `CodecError` for a job whose annotations do not tell what its values are.

    >>> def double(number: int) -> int:
    ...     return 2 * number
    >>> codec = Codec(Registry([double]))
    >>> codec.pack_request("double", 21), codec.unpack_request("double", bytes([21]))
    (b'\\x15', 21)
    >>> codec.unpack_answer("double", codec.pack_request("double", "21"))
    Traceback (most recent call last):
    ...
    workers.codec.CodecError: Expected `int`, got `str`
    """

    def __init__(self, registry: Registry) -> None:
        self._encodings = registry.encodings
        self._jobs = {job.__name__: self._signature(job) for job in registry.jobs}
        self._names = {job: job.__name__ for job in registry.jobs}
        self._errors = {error.__name__: error for error in registry.errors}
        self._by_name = {kind.__name__: kind for kind in registry.encodings}

    def name_of(self, job: Job) -> str:
        """The name of a job; raises `CodecError` for a function that is none."""
        try:
            return self._names[job]
        except (KeyError, TypeError):
            raise CodecError(f"{job!r} is no job of the registry") from None

    def job(self, name: str) -> Job:
        """The job of that name; raises `CodecError` if there is none."""
        return self._of(name).function

    def pack_request(self, name: str, request: object) -> bytes:
        """The bytes of what a job is asked; raises `CodecError`."""
        return _pack(self._of(name).request, request)

    def unpack_request(self, name: str, data: bytes | memoryview) -> Any:
        """What a job is asked; raises `CodecError`."""
        return _unpack(self._of(name).request, data)

    def pack_answer(self, name: str, answer: object) -> bytes:
        """The bytes of what a job answers; raises `CodecError`."""
        return _pack(self._of(name).answer, answer)

    def unpack_answer(self, name: str, data: bytes | memoryview) -> Any:
        """What a job answers; raises `CodecError`."""
        return _unpack(self._of(name).answer, data)

    def pack_error(self, error: BaseException) -> bytes | None:
        """The bytes of an exception; None for one that is not in the registry.

        Only the class itself counts, not those that are built on it.
        """
        name = type(error).__name__
        if self._errors.get(name) is not type(error):
            return None
        try:
            return msgspec.msgpack.encode((name, self._pack_argument(error.args)))
        except CodecError:
            return None

    def unpack_error(self, data: bytes | memoryview) -> Exception:
        """An exception of the registry; raises `CodecError`."""
        try:
            name, arguments = msgspec.msgpack.decode(data, type=tuple[str, list[Any]])
            return self._errors[name](*self._unpack_argument(arguments))
        except Exception as error:
            raise CodecError(f"no error of the registry: {type(error).__name__}") from error

    def _of(self, name: str) -> _Signature:
        try:
            return self._jobs[name]
        except KeyError:
            raise CodecError(f"there is no job {name[:40]!r}") from None

    def _signature(self, job: Job) -> _Signature:
        hints = get_type_hints(job)
        answer = hints.pop("return", None)
        if len(inspect.signature(job).parameters) != 1 or len(hints) != 1 or answer is None:
            raise CodecError(f"{job.__name__} does not tell the types of one value and its answer")
        (request,) = hints.values()
        return _Signature(job, self._shape(request), self._shape(answer))

    def _pack_argument(self, value: object) -> object:
        """An argument of an error, whose type is not declared."""
        kind = type(value)
        if kind in self._encodings:
            return {kind.__name__: self._pack_argument(self._encodings[kind][0](value))}
        if kind is tuple and isinstance(value, tuple):
            return [self._pack_argument(each) for each in value]
        if kind in {int, float, str, bool, NoneType}:
            return value
        raise CodecError(f"{kind.__name__} cannot be an argument of an error")

    def _unpack_argument(self, value: Any, depth: int = 0) -> Any:
        if depth > DEEPEST:
            raise CodecError("the arguments of an error are nested too deep")
        if isinstance(value, list):
            return tuple(self._unpack_argument(each, depth + 1) for each in value)
        if isinstance(value, dict):
            ((name, inner),) = value.items()
            return self._encodings[self._by_name[name]][1](self._unpack_argument(inner, depth + 1))
        return value

    def _shape(self, kind: Any) -> _Shape:
        """How values of a declared type travel; raises `CodecError` where that is not known."""
        if kind in self._encodings:
            return _Shape(*self._encodings[kind])
        if self._is_native(kind):
            return _Shape(_same, lambda value: msgspec.convert(value, kind))
        origin, arguments = get_origin(kind), get_args(kind)
        if origin in {Union, UnionType}:
            return self._union(arguments)
        if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
            return _sequence(self._shape(arguments[0]))
        if dataclasses.is_dataclass(kind) and isinstance(kind, type):
            hints = get_type_hints(kind)
            fields = {one.name: self._shape(hints[one.name]) for one in dataclasses.fields(kind)}
            return _record(kind, fields)
        raise CodecError(f"values of type {kind} have no bytes")

    def _is_native(self, kind: Any) -> bool:
        """Whether MessagePack and msgspec know all of a type: quick, and checked as strictly."""
        if kind in self._encodings:
            return False
        if kind in _PLAIN or (isinstance(kind, type) and issubclass(kind, Enum)):
            return True
        origin, arguments = get_origin(kind), get_args(kind)
        if origin in {Union, UnionType}:
            several = sum(map(dataclasses.is_dataclass, arguments)) > 1
            return not several and all(map(self._is_native, arguments))
        if origin in _COLLECTIONS:
            return all(self._is_native(each) for each in arguments if each is not Ellipsis)
        if dataclasses.is_dataclass(kind):
            hints = get_type_hints(kind)
            return all(self._is_native(hints[one.name]) for one in dataclasses.fields(kind))
        return False

    def _union(self, kinds: tuple[Any, ...]) -> _Shape:
        """One of several types: its number, then its value."""
        shapes = [self._shape(kind) for kind in kinds]
        classes = [get_origin(kind) or kind for kind in kinds]

        def pack(value: object) -> object:
            for number, (kind, shape) in enumerate(zip(classes, shapes, strict=True)):
                if isinstance(value, kind):
                    return number, shape.pack(value)
            raise CodecError(f"{type(value).__name__} is none of {kinds}")

        def unpack(value: Any) -> Any:
            number, inner = msgspec.convert(value, tuple[int, Any])
            if not 0 <= number < len(shapes):
                raise CodecError(f"there is no type {number} of {kinds}")
            return shapes[number].unpack(inner)

        return _Shape(pack, unpack)


def _same(value: object) -> object:
    return value


def _sequence(shape: _Shape) -> _Shape:
    def pack(value: Any) -> object:
        return [shape.pack(each) for each in value]

    def unpack(value: Any) -> Any:
        return tuple(shape.unpack(each) for each in msgspec.convert(value, list[Any]))

    return _Shape(pack, unpack)


def _record(kind: Callable[..., Any], fields: Mapping[str, _Shape]) -> _Shape:
    names, shapes = tuple(fields), tuple(fields.values())

    def pack(value: Any) -> object:
        pairs = zip(names, shapes, strict=True)
        return [shape.pack(getattr(value, name)) for name, shape in pairs]

    def unpack(value: Any) -> Any:
        values = msgspec.convert(value, list[Any])
        parts = [shape.unpack(each) for shape, each in zip(shapes, values, strict=True)]
        return kind(*parts)

    return _Shape(pack, unpack)


def _pack(shape: _Shape, value: object) -> bytes:
    try:
        return msgspec.msgpack.encode(shape.pack(value))
    except MemoryError:
        raise
    except Exception as error:
        raise CodecError(str(error)) from error


def _unpack(shape: _Shape, data: bytes | memoryview) -> Any:
    """What a constructor says of its values counts as well, so every exception is caught."""
    try:
        return shape.unpack(msgspec.msgpack.decode(data))
    except MemoryError:
        raise
    except Exception as error:
        raise CodecError(str(error)) from error
