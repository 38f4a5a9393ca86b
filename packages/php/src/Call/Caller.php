<?php

declare(strict_types=1);

namespace Puente\Call;

use Puente\Http\Request;
use Puente\Http\Transport;
use Puente\Http\TransportFailure;
use Puente\PuenteError;

/** Calls Puente, and retries what may pass. */
final class Caller
{
    /** Least time worth a try. */
    public const SHORTEST_TRY_SECONDS = 1.0;

    /** Errors that pass, but not for the same request within seconds: what to do is in the message. */
    private const NOT_BY_ITSELF = ['token_refused', 'rotated_too_often', 'reconciliation_running'];

    private const MOST_PAUSE_SECONDS = 8.0;

    private string $baseUrl;
    private Transport $transport;
    private ?Authentication $authentication;

    /** @var array<string, mixed> */
    private array $settings;

    /**
     * @param string $baseUrl Without a slash at the end.
     * @param array<string, mixed> $settings `timeoutSeconds` of one try; `withinSeconds` of a call with all
     *     its tries and pauses; `maxRetries`; `maxRetryAfterSeconds`; `language`, `es` or `en`; `userAgent`;
     *     `onTry`, called after each try with its `method`, `path`, `status`, `error` (or `null`) and
     *     `seconds`; `now` (seconds) and `sleep` replace the clock.
     */
    public function __construct(
        string $baseUrl,
        Transport $transport,
        ?Authentication $authentication = null,
        array $settings = []
    ) {
        $this->baseUrl = $baseUrl;
        $this->transport = $transport;
        $this->authentication = $authentication;
        $this->settings = Options::ofAllCalls($settings);
    }

    /**
     * Sends a request until Puente has answered, and returns the body of the answer.
     *
     * @param string $path From the base URL on, beginning with "/", with its query.
     * @param array<string, mixed>|null $body Sent as JSON.
     * @param array<string, mixed> $options Limits and `language` of this call, and: `idempotencyKey`, which a call that
     *     changes something otherwise gets anew; `expects`, the path to a text or a list in each success;
     *     `isRepetition`, if an earlier request of the call may have arrived.
     * @return array<string, mixed>
     * @throws PuenteError With the outcome of the call.
     */
    public function call(string $method, string $path, ?array $body = null, array $options = []): array
    {
        $method = strtoupper($method);
        $path = self::path($path);
        $options = Options::ofOneCall($options, $this->settings);
        $json = $body === null ? '' : self::json($body);
        $headers = $this->headers($method, $json, $options);
        $endsAt = $this->now() + $options['withinSeconds'];
        $mayHaveArrived = $options['isRepetition'];
        for ($tries = 1; ; $tries++) {
            $timeout = min($options['timeoutSeconds'], $endsAt - $this->now());
            try {
                $request = new Request($method, $this->baseUrl, $path, $headers, $json, $timeout);
                return $this->tryOnce($request, $options['expects']);
            } catch (PuenteError $error) {
                $error->tries = $tries;
                $error->idempotencyKey = $headers['Idempotency-Key'] ?? null;
            }
            if ($error->isFinal()) {
                throw $error;
            }
            $pause = $tries > $options['maxRetries'] ? null : $this->pause($error, $tries, $options['maxRetryAfterSeconds']);
            if ($pause === null || $this->now() + $pause + self::SHORTEST_TRY_SECONDS > $endsAt) {
                throw $mayHaveArrived ? $error->afterLostAnswer() : $error;
            }
            $mayHaveArrived = $mayHaveArrived || $error->outcome === PuenteError::UNKNOWN;
            ($this->settings['sleep'] ?? [self::class, 'sleep'])($pause);
        }
    }

    /** Refuses a path that would join the host, such as "v1/store" or "@other.example". */
    private static function path(string $path): string
    {
        if (preg_match('#^/[\x21\x22\x24-\x7e]*$#D', $path) !== 1) {
            throw new \InvalidArgumentException(
                "The path \"$path\" is not one such as \"/v1/store\": it begins with \"/\", and has only visible ASCII characters without \"#\"."
            );
        }
        return $path;
    }

    /**
     * An empty array is an empty object; a text in another encoding keeps its readable characters.
     *
     * @param array<string, mixed> $body
     */
    private static function json(array $body): string
    {
        $flags = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR;
        return json_encode($body === [] ? new \stdClass() : $body, $flags);
    }

    /**
     * @param array<string, mixed> $options
     * @return array<string, string>
     */
    private function headers(string $method, string $json, array $options): array
    {
        $headers = [
            'Accept' => 'application/json',
            'Accept-Language' => $options['language'],
            'User-Agent' => $this->settings['userAgent'],
            'Content-Type' => $json === '' ? null : 'application/json',
            'Idempotency-Key' => $method === 'GET' ? null : $options['idempotencyKey'] ?? bin2hex(random_bytes(16)),
        ];
        return array_filter($headers, 'is_string');
    }

    /**
     * @param string[] $expects
     * @return array<string, mixed>
     */
    private function tryOnce(Request $request, array $expects): array
    {
        $began = $this->now();
        $status = 0;
        $error = null;
        try {
            if ($this->authentication !== null) {
                $request->headers += $this->authentication->headers($request->method, $request->path, $request->body);
            }
            $response = $this->transport->send($request);
            $status = $response->status;
            return (new AnswerReader($this->baseUrl))->read($response, $expects);
        } catch (TransportFailure $failure) {
            $error = $this->unanswered($failure, $request->timeoutSeconds);
        } catch (PuenteError $refusal) {
            $error = $refusal;
        } finally {
            if ($this->settings['onTry'] !== null) {
                ($this->settings['onTry'])([
                    'method' => $request->method,
                    'path' => $request->path,
                    'status' => $status,
                    'error' => $error,
                    'seconds' => $this->now() - $began,
                ]);
            }
        }
        throw $error;
    }

    private function unanswered(TransportFailure $failure, float $timeout): PuenteError
    {
        $isLate = $failure->isTimeout && $failure->mayHaveArrived;
        $message = $isLate
            ? sprintf('Puente at %s did not answer within %.3g seconds. It may have carried the call out.', $this->baseUrl, $timeout)
            : "Cannot reach Puente at $this->baseUrl: {$failure->getMessage()}";
        return new PuenteError($isLate ? 'timed_out' : 'connection_failed', $message, [
            'retry' => PuenteError::RETRY,
            'outcome' => $failure->mayHaveArrived ? PuenteError::UNKNOWN : PuenteError::NOT_SENT,
        ], $failure);
    }

    /** Returns the seconds before the next try; `null` if the call fails now. */
    private function pause(PuenteError $error, int $tries, float $maxRetryAfter): ?float
    {
        $retryAfter = $error->retryAfterSeconds ?? 0.0;
        if (
            $error->retry !== PuenteError::RETRY
            || in_array($error->code, self::NOT_BY_ITSELF, true)
            || $retryAfter > $maxRetryAfter
        ) {
            return null;
        }
        // Work in flight takes longer than a reconnection.
        $first = $error->problem === null ? 0.5 : 1.5;
        $full = min(self::MOST_PAUSE_SECONDS, $first * 2 ** ($tries - 1));
        // Less up to half of it, so that shops do not retry in step.
        return max($retryAfter, $full * random_int(500, 1_000) / 1_000);
    }

    private function now(): float
    {
        return ($this->settings['now'] ?? [self::class, 'clock'])();
    }

    private static function clock(): float
    {
        return microtime(true);
    }

    private static function sleep(float $seconds): void
    {
        usleep((int) round($seconds * 1_000_000));
    }
}
