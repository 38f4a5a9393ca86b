<?php

declare(strict_types=1);

use Puente\Client;
use Puente\PuenteError;

final class AnswersTest extends ClientTestCase
{
    private function errorAfter($answer): PuenteError
    {
        $this->answers($answer);
        return self::errorOf(fn () => $this->client(['maxRetries' => 0])->orders->retrieve('A-1'));
    }

    public function testARefusalSaysAllThatPuenteSaid(): void
    {
        $error = $this->errorAfter(self::refusal(422, 'invalid_fields', [
            'title' => 'Fields are not valid',
            'errors' => [['path' => 'order.amount', 'message' => 'Is no amount.'], ['path' => '', 'message' => 'Is odd'], 'y'],
        ]));
        self::assertSame(
            'Fields are not valid. order.amount: Is no amount. Is odd (invalid_fields, request req_1).',
            $error->getMessage()
        );
        self::assertSame(['invalid_fields', 422, 'permanent', 'refused', 'req_1'], [
            $error->getCode(), $error->status, $error->retry, $error->outcome, $error->requestId,
        ]);
        self::assertSame(['order.amount', ''], array_column($error->fields(), 'path'));
    }

    public function testADeclineHasASentenceForTheCustomer(): void
    {
        $more = ['decline_code' => '51', 'customer_message' => 'No tiene fondos.', 'detail' => 7];
        $error = $this->errorAfter(self::refusal(402, 'card_declined', $more));
        self::assertSame(['51', 'No tiene fondos.', ''], [
            $error->text('decline_code'), $error->text('customer_message'), $error->text('detail'),
        ]);
    }

    public function testTheFormerTypeOfAProblemIsRecognised(): void
    {
        $error = $this->errorAfter(self::refusal(401, 'unknown_store', ['type' => 'urn:puente:problem:unknown_store']));
        self::assertSame('unknown_store', $error->code);
    }

    public static function answersOfOthers(): array
    {
        $problem = json_decode(self::refusal(409, 'refund_above_rest')->body, true);
        return [
            'a page of a firewall' => [self::page(403, '<title>Request blocked</title>'), '“Request blocked”'],
            'a page instead of JSON' => [self::page(200, "<style>a{}</style><p>Under\n maintenance &amp; <b>more"), '“Under maintenance & more”'],
            'a long page' => [self::page(200, str_repeat('ñ', 200)), '“' . str_repeat('ñ', 120) . '”'],
            'broken JSON' => [self::page(200, '{"a":'), ''],
            'JSON that is no object' => [self::page(200, '[{}]'), ''],
            'JSON of a cache' => [self::json(['ok' => true]), ''],
            'an object without an id' => [self::json(['order' => ['id' => '']]), ''],
            'JSON of another API' => [self::json(['message' => 'no'], 404), ''],
            'a problem of a CDN' => [
                self::json(['type' => 'https://cdn.example/1020', 'title' => 'Denied', 'status' => 403, 'code' => '1020'], 403), '',
            ],
            'a problem with another status' => [self::json($problem, 403), ''],
            'a redirect' => [self::page(301, '', ['Location' => 'https://u:p@other.example:8443/v1?key=1']), '→ https://other.example:8443/v1'],
            'a redirect to a path' => [self::page(302, '', ['location' => ['/a', '/login']]), '→ /login'],
        ];
    }

    /** @dataProvider answersOfOthers */
    public function testAnAnswerOfSomethingElseProvesNothing($answer, string $quoted): void
    {
        $error = $this->errorAfter($answer);
        self::assertSame(['unexpected_answer', PuenteError::UNKNOWN, $quoted], [$error->code, $error->outcome, $error->answer]);
        self::assertStringContainsString("HTTP $error->status of https://puente.example", $error->getMessage());
        self::assertNull($error->problem);
    }

    public function testNoErrorHasTheApiKey(): void
    {
        $error = $this->errorAfter(self::refusal(401, 'wrong_api_key'));
        $client = new Client(['baseUrl' => 'https://puente.example', 'apiKey' => self::KEY, 'transport' => new ScriptedTransport()]);
        self::assertStringNotContainsString('0123456789', "$error" . print_r($client, true));
    }

    public static function wrongOptions(): array
    {
        return [
            [['apiKey' => ''], 'There is no API key'],
            [['apiKey' => 'sk_test_secret99'], 'This is the secret key of the gateway'],
            [['apiKey' => 'whsec_secret99'], 'This is the secret of notifications'],
            [['apiKey' => "puente_test_a\nsecret99"], 'This is not an API key'],
            [['environment' => 'live'], 'The API key is a test key, and "environment" is "live"'],
            [['baseUrl' => ''], 'There is no address of Puente'],
            [['baseUrl' => 'puente.example'], 'is not an address'],
            [['baseUrl' => 'https://puente.example/v1'], 'more than scheme, host and port'],
            [['baseUrl' => 'https://a:secret99@puente.example'], 'more than scheme, host and port'],
            [['baseUrl' => 'http://puente.example'], 'http at the public host puente.example'],
            [['baseUrl' => 'http://10.puente.example'], 'http at the public host 10.puente.example'],
            [['environment' => ['live']], '"environment" is "test" or "live"'],
            [['transport' => new stdClass()], '"transport" implements Puente\Http\Transport'],
            [['timeout' => 3], 'There is no option "timeout"'],
            [['timeoutSeconds' => 0], '"timeoutSeconds" is a number of seconds from 0.1 to 3600; the given value is 0.'],
            [['timeoutSeconds' => 'secret99'], '"timeoutSeconds" is a number of seconds from 0.1 to 3600; the given value is string.'],
            [['timeoutSeconds' => null], 'the given value is NULL'],
            [['withinSeconds' => NAN], '"withinSeconds" is a number of seconds from 0.1 to 86400; the given value is NAN.'],
            [['withinSeconds' => INF], '"withinSeconds" is a number'],
            [['maxRetryAfterSeconds' => -1], '"maxRetryAfterSeconds" is a number of seconds from 0 to 86400'],
            [['maxRetries' => 2.0], '"maxRetries" is an integer from 0 to 100; the given value is 2.0.'],
            [['maxRetries' => -1], '"maxRetries" is an integer'],
            [['language' => 'fr'], '"language" is "es", "en" or null'],
            [['userAgent' => "a\r\nsecret99: b"], '"userAgent" is a text'],
            [['onTry' => 'secret99'], '"onTry" is a callable'],
            [['sleep' => 3], '"sleep" is a callable; the given value is 3.'],
        ];
    }

    /** @dataProvider wrongOptions */
    public function testAWrongOptionIsExplainedWithoutASecret(array $options, string $says): void
    {
        try {
            $this->client($options);
            self::fail('The option was accepted');
        } catch (InvalidArgumentException $wrong) {
            self::assertStringContainsString($says, $wrong->getMessage());
            self::assertStringNotContainsString('secret99', $wrong->getMessage());
        }
    }

    /**
     * @testWith [{"withinSeconds": "8"}, "\"withinSeconds\" is a number of seconds"]
     *           [{"maxRetries": "2"}, "\"maxRetries\" is an integer"]
     *           [{"isRepetition": 1}, "\"isRepetition\" is true or false; the given value is 1."]
     *           [{"expects": "order"}, "\"expects\" is an array of texts"]
     *           [{"expects": [["order"]]}, "\"expects\" is an array of texts"]
     *           [{"idempotencyKey": 17}, "\"idempotencyKey\" is a text of 1 to 191"]
     */
    public function testAWrongOptionOfOneCallSendsNothing(array $options, string $says): void
    {
        try {
            $this->client()->call('POST', '/v1/checkouts', [], $options);
            self::fail('The option was accepted');
        } catch (InvalidArgumentException $wrong) {
            self::assertStringContainsString($says, $wrong->getMessage());
            self::assertSame([], $this->transport->requests);
        }
    }

    /**
     * @testWith ["http://localhost:3000/"]
     *           ["http://puente:3000"]
     *           ["http://10.1.2.3"]
     *           ["http://[::1]:3000"]
     *           ["HTTPS://puente.example"]
     */
    public function testAddressesOfTheOwnNetworkMayBeHttp(string $baseUrl): void
    {
        $this->answers(self::json(['id' => '1']));
        $this->client(['baseUrl' => $baseUrl])->call('GET', '/v1/store');
        self::assertSame(rtrim(strtolower($baseUrl), '/') . '/v1/store', $this->transport->requests[0]->url);
    }
}
