<?php

declare(strict_types=1);

namespace Puente\Http;

/** A request without a response. */
final class TransportFailure extends \RuntimeException
{
    /** Host not found (5, 6), refused (7), TLS failure (35, 60), or a timeout of connecting (28). */
    private const NEVER_SENT = '/cURL error (?:5|6|7|35|60):|cURL error 28: (?:Connection timed out|Connection timeout|Resolving timed out|Failed to connect)/i';

    /** `false` if nothing was sent, so that Puente cannot have acted. */
    public bool $mayHaveArrived;

    public bool $isTimeout;

    /** @param bool|null $mayHaveArrived `null` reads it from the words of cURL, which WordPress and Guzzle pass on. */
    public function __construct(string $message, ?bool $mayHaveArrived = null, ?\Throwable $previous = null)
    {
        parent::__construct($message, 0, $previous);
        $this->mayHaveArrived = $mayHaveArrived ?? preg_match(self::NEVER_SENT, $message) !== 1;
        $this->isTimeout = preg_match('/cURL error 28:|timed out/i', $message) === 1;
    }
}
