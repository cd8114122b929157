"""Packs requests, answers and errors of jobs as MessagePack, and unpacks them with type checks.

Unlike unpickling, unpacking calls no function that the data chooses. A job is given by its name, a
value has the type that the job declares, and an error is given by the name of its class and its
arguments. Unpacking an unknown name or a value of another type raises `CodecError`.
"""

import dataclasses
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, TypeAlias, Union, cast, get_args, get_origin, get_type_hints

import msgspec

from workers.probe_job import answer_probe

Job: TypeAlias = Callable[[Any], Any]
"""A function with one parameter; the parameter and the answer are annotated."""
Encoding: TypeAlias = tuple[Callable[[Any], object], Callable[[Any], Any]]
"""A function that turns a value into plain values, and one that turns these into the value."""

MAX_DEPTH = 32
"""Maximum depth of nested tuples and encoded values in the arguments of an error."""

_PLAIN = frozenset({int, float, str, bool, bytes, date, datetime, NoneType})
_COLLECTIONS = frozenset({tuple, frozenset, list, dict, Mapping, Sequence})


class CodecError(Exception):
    """Data or a value that does not fit the registry: an unknown name, or another type."""


@dataclass(frozen=True, slots=True)
class Registry:
    """The jobs that a worker runs, and the errors that it may return.

    - `jobs`: functions, found by their names.
    - `errors`: exceptions, found by the names of their classes, and created from their arguments.
    - `encodings`: functions for classes whose fields have no annotations that describe them.
    """

    jobs: Sequence[Job] = ()
    errors: Sequence[type[Exception]] = ()
    encodings: Mapping[type, Encoding] = field(default_factory=lambda: MappingProxyType({}))


def no_jobs() -> Registry:
    """Return a registry without jobs."""
    return Registry()


@dataclass(frozen=True, slots=True)
class _Shape:
    """Functions that turn a value of a type into plain values, and back."""

    pack: Callable[[Any], object]
    unpack: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class _Signature:
    function: Job
    request: _Shape
    answer: _Shape


class Codec:
    """Packs and unpacks the values of the jobs of a registry.

    Raises `CodecError` for a job whose annotations are missing or not supported. Supported are
    plain types, enumerations, dataclasses, collections and unions, and types with an encoding.

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
        self._hints = cache(get_type_hints)
        jobs: tuple[Job, ...] = (*registry.jobs, answer_probe)
        self._jobs = {job.__name__: self._signature(job) for job in jobs}
        self._names = {job: job.__name__ for job in jobs}
        self._errors = {error.__name__: error for error in registry.errors}
        self._by_name = {kind.__name__: kind for kind in registry.encodings}

    def name_of(self, job: Job) -> str:
        """Return the name of a job; raises `CodecError` if it is not in the registry."""
        try:
            return self._names[job]
        except (KeyError, TypeError):
            raise CodecError(f"{job!r} is not a job of the registry") from None

    def job(self, name: str) -> Job:
        """Return the job with a name; raises `CodecError` if there is none."""
        return self._of(name).function

    def pack_request(self, name: str, request: object) -> bytes:
        """Pack the request of a job; raises `CodecError` if that is not possible."""
        return _pack(self._of(name).request, request)

    def unpack_request(self, name: str, data: bytes | memoryview) -> Any:
        """Unpack the request of a job; raises `CodecError` if it has another type."""
        return _unpack(self._of(name).request, data)

    def pack_answer(self, name: str, answer: object) -> bytes:
        """Pack the answer of a job; raises `CodecError` if that is not possible."""
        return _pack(self._of(name).answer, answer)

    def unpack_answer(self, name: str, data: bytes | memoryview) -> Any:
        """Unpack the answer of a job; raises `CodecError` if it has another type."""
        return _unpack(self._of(name).answer, data)

    def pack_error(self, error: BaseException) -> bytes | None:
        """Pack an exception; None if its class is not in the registry, or an argument unsupported.

        Subclasses of a class in the registry do not count.
        """
        name = type(error).__name__
        if self._errors.get(name) is not type(error):
            return None
        try:
            return msgspec.msgpack.encode((name, self._pack_argument(error.args)))
        except CodecError:
            return None

    def unpack_error(self, data: bytes | memoryview) -> Exception:
        """Unpack an exception; raises `CodecError` if it is not one of the registry."""
        try:
            name, arguments = msgspec.msgpack.decode(data, type=tuple[str, list[Any]])
            return self._errors[name](*self._unpack_argument(arguments))
        except Exception as error:
            raise CodecError(f"not an error of the registry: {type(error).__name__}") from error

    def _of(self, name: str) -> _Signature:
        try:
            return self._jobs[name]
        except KeyError:
            raise CodecError(f"there is no job {name[:40]!r}") from None

    def _signature(self, job: Job) -> _Signature:
        hints = get_type_hints(job)
        answer = hints.pop("return", None)
        if len(inspect.signature(job).parameters) != 1 or len(hints) != 1 or answer is None:
            raise CodecError(f"{job.__name__} needs annotations of one parameter and of its answer")
        (request,) = hints.values()
        return _Signature(job, self._shape(request), self._shape(answer))

    def _pack_argument(self, value: object) -> object:
        """Turn an argument of an error, whose type is not declared, into plain values."""
        kind = type(value)
        if kind in self._encodings:
            return {kind.__name__: self._pack_argument(self._encodings[kind][0](value))}
        if kind is tuple and isinstance(value, tuple):
            return [self._pack_argument(each) for each in value]
        if kind in {int, float, str, bool, NoneType}:
            return value
        raise CodecError(f"{kind.__name__} cannot be an argument of an error")

    def _unpack_argument(self, value: Any, depth: int = 0) -> Any:
        if depth > MAX_DEPTH:
            raise CodecError(f"the arguments of an error are nested more than {MAX_DEPTH} deep")
        if isinstance(value, list):
            return tuple(self._unpack_argument(each, depth + 1) for each in value)
        if isinstance(value, dict):
            ((name, inner),) = value.items()
            return self._encodings[self._by_name[name]][1](self._unpack_argument(inner, depth + 1))
        return value

    def _shape(self, kind: Any) -> _Shape:
        """Return how values of a type are packed; raises `CodecError` for an unsupported type."""
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
            hints = self._hints(kind)
            fields = {one.name: self._shape(hints[one.name]) for one in dataclasses.fields(kind)}
            return _record(kind, fields)
        raise CodecError(f"values of type {kind} cannot be packed")

    def _is_native(self, kind: Any) -> bool:
        """Whether msgspec packs and checks a type by itself, which is faster."""
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
            hints = self._hints(cast("type", kind))
            return all(self._is_native(hints[one.name]) for one in dataclasses.fields(kind))
        return False

    def _union(self, kinds: tuple[Any, ...]) -> _Shape:
        """Pack a value of one of several types as the index of the type and the packed value."""
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
    """Unpack a value; every exception becomes a `CodecError`, also that of a constructor."""
    try:
        return shape.unpack(msgspec.msgpack.decode(data))
    except MemoryError:
        raise
    except Exception as error:
        raise CodecError(str(error)) from error
