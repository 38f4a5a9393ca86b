<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use Puente\Client;
use Puente\Http\Response;
use Puente\Http\TransportFailure;
use Puente\PuenteError;

/** A shop with a clock of its own, so that no pause is waited for. */
abstract class ClientTestCase extends TestCase
{
    protected const KEY = 'puente_test_0123456789abcdef';
    protected const CHECKOUT = ['order' => ['id' => 'A-1', 'amount' => '125.50', 'currency' => 'HNL']];

    protected ScriptedTransport $transport;
    protected float $now = 1000.0;

    /** @var float[] */
    protected array $pauses = [];

    protected function setUp(): void
    {
        $this->transport = new ScriptedTransport();
    }

    protected function client(array $options = []): Client
    {
        return new Client($options + [
            'baseUrl' => 'https://puente.example',
            'apiKey' => self::KEY,
            'transport' => $this->transport,
            'now' => fn (): float => $this->now,
            'sleep' => function (float $seconds): void {
                $this->pauses[] = $seconds;
                $this->now += $seconds;
            },
        ]);
    }

    protected function answers(...$answers): void
    {
        $this->transport->requests = [];
        $this->transport->answers = $answers;
    }

    protected static function json(array $body, int $status = 200, array $headers = []): Response
    {
        return new Response($status, json_encode($body), $headers);
    }

    protected static function refusal(int $status, string $code, array $more = [], array $headers = []): Response
    {
        return self::json($more + [
            'type' => "https://puente.example/docs/errors/$code",
            'title' => "It is $code",
            'status' => $status,
            'code' => $code,
            'retry' => 'permanent',
            'request_id' => 'req_1',
        ], $status, $headers);
    }

    protected static function passing(int $status, string $code, array $headers = []): Response
    {
        return self::refusal($status, $code, ['retry' => 'retry'], $headers);
    }

    protected static function page(int $status, string $body = '<h1>Hello</h1>', array $headers = []): Response
    {
        return new Response($status, $body, $headers);
    }

    protected static function lost(): TransportFailure
    {
        return new TransportFailure('cURL error 28: Operation timed out after 20001 milliseconds');
    }

    protected static function refused(): TransportFailure
    {
        return new TransportFailure('cURL error 7: Failed to connect to puente.example');
    }

    protected static function errorOf(callable $call): PuenteError
    {
        try {
            $call();
        } catch (PuenteError $error) {
            return $error;
        }
        self::fail('The call succeeded');
    }

    /** @return string[] */
    protected function keys(): array
    {
        return array_map(static fn ($request) => $request->headers['Idempotency-Key'] ?? '', $this->transport->requests);
    }
}
