<?php

declare(strict_types=1);

namespace Puente;

/** A failed call. Branch on `code` and `outcome`; never on the message. */
final class PuenteError extends \RuntimeException
{
    /** Puente refused the call and changed nothing. */
    public const REFUSED = 'refused';
    /** The request did not leave this machine. */
    public const NOT_SENT = 'not-sent';
    /** Puente may have carried the call out. */
    public const UNKNOWN = 'unknown';

    /** Value of `retry`: the same request may succeed later. */
    public const RETRY = 'retry';

    /** Refusals of one damaged request, or of one whose key an earlier request holds. They do not settle the earlier one. */
    private const OF_THE_REQUEST = ['invalid_json', 'too_large', 'idempotency_key_required', 'idempotency_key_reused'];

    /**
     * A code of Puente, or `connection_failed`, `timed_out` or `unexpected_answer`.
     *
     * @var string
     */
    public $code;

    /** `retry`, `permanent` or `ask-a-person`. */
    public string $retry = 'ask-a-person';

    /** One of the constants, for the call with all its tries. */
    public string $outcome = self::UNKNOWN;

    /** HTTP status; 0 without a response. */
    public int $status = 0;

    /** @var array<string, mixed>|null Problem document (RFC 9457) of an error that Puente answered. */
    public ?array $problem = null;

    /** Name of the request in Puente's log. */
    public ?string $requestId = null;

    /** Beginning of a page, or the target of a redirect, in place of Puente's answer. */
    public string $answer = '';

    /** Least pause before the same request. */
    public ?float $retryAfterSeconds = null;

    /** Key of a call that changes something; repeat an `unknown` one under it. */
    public ?string $idempotencyKey = null;

    /** Number of requests that the call made. */
    public int $tries = 1;

    /** @param array<string, mixed> $facts Values of the properties. */
    public function __construct(string $code, string $message, array $facts = [], ?\Throwable $previous = null)
    {
        parent::__construct($message, 0, $previous);
        $this->code = $code;
        foreach ($facts as $name => $value) {
            $this->$name = $value;
        }
    }

    /**
     * Reports whether the error also settles an earlier request of the same call whose answer was lost.
     * A refused signature or rate concerns one request, and what may pass is not final.
     */
    public function isFinal(): bool
    {
        return $this->outcome === self::REFUSED
            && $this->retry !== self::RETRY
            && $this->status !== 401
            && $this->status !== 429
            && !in_array($this->code, self::OF_THE_REQUEST, true);
    }

    /**
     * Makes the error of a problem document, with all that it says in the message.
     *
     * @param array<string, mixed> $problem
     * @param array<string, mixed> $facts As for the constructor.
     */
    public static function ofProblem(array $problem, array $facts): self
    {
        $error = new self($problem['code'], '', ['problem' => $problem] + $facts);
        $error->retry = $error->text('retry') ?: $error->retry;
        $sentences = [$error->text('title'), $error->text('detail')];
        foreach ($error->fields() as ['path' => $path, 'message' => $message]) {
            $sentences[] = $path === '' ? $message : "$path: $message";
        }
        $said = array_map(static fn (string $sentence): string => rtrim($sentence, '.'), $sentences);
        $name = $error->requestId === null ? $error->code : "$error->code, request $error->requestId";
        $error->message = implode('. ', array_unique(array_filter($said, 'strlen'))) . " ($name).";
        return $error;
    }

    /** Notes that an earlier request of the call may have arrived. */
    public function afterLostAnswer(): self
    {
        if ($this->outcome !== self::UNKNOWN) {
            $this->outcome = self::UNKNOWN;
            $this->message .= ' An earlier try of this call got no answer, and Puente may have carried it out.';
        }
        return $this;
    }

    /** Returns a text of the problem document; empty if there is none. */
    public function text(string $member): string
    {
        $text = $this->problem[$member] ?? '';
        return is_string($text) ? $text : '';
    }

    /**
     * Returns the wrong fields.
     *
     * @return list<array{path: string, message: string}>
     */
    public function fields(): array
    {
        $fields = [];
        foreach ((array) ($this->problem['errors'] ?? []) as $error) {
            if (is_array($error) && is_string($error['message'] ?? null)) {
                $path = $error['path'] ?? '';
                $fields[] = ['path' => is_string($path) ? $path : '', 'message' => $error['message']];
            }
        }
        return $fields;
    }
}
