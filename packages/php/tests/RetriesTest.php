<?php

declare(strict_types=1);

use Puente\PuenteError;

final class RetriesTest extends ClientTestCase
{
    private const REFUNDED = ['refund' => ['id' => 'ref_1']];

    public function testAnErrorThatPassesIsRetriedUnderOneKeyWithGrowingPauses(): void
    {
        $this->answers(self::lost(), self::page(502), self::refused(), self::json(self::REFUNDED));
        self::assertSame(self::REFUNDED, $this->client()->refunds->create('A-1', ['amount' => '1.00']));
        self::assertCount(4, $this->keys());
        self::assertCount(1, array_unique($this->keys()));
        self::assertMatchesRegularExpression('/^[0-9a-f]{32}$/', $this->keys()[0]);
        foreach ($this->pauses as $retry => $pause) {
            self::assertGreaterThanOrEqual(0.25 * 2 ** $retry, $pause);
            self::assertLessThanOrEqual(0.5 * 2 ** $retry, $pause);
        }
    }

    /**
     * @testWith [200, "{\"refund\":{\"id\":\"ref"]
     *           [200, "<html>Please wait</html>"]
     *           [403, "<html>Access denied</html>"]
     *           [404, "Not Found"]
     *           [302, ""]
     */
    public function testAnAnswerThatIsCutOrReplacedOnItsWayIsAskedForAgain(int $status, string $body): void
    {
        $this->answers(self::page($status, $body), self::json(self::REFUNDED));
        self::assertSame(self::REFUNDED, $this->client()->refunds->create('A-1'));
    }

    public function testTwoCallsHaveTwoKeysAndAKeyOfTheShopIsKept(): void
    {
        $this->answers(self::json(self::REFUNDED));
        $refunds = $this->client()->refunds;
        $refunds->create('A-1');
        $refunds->create('A-1');
        $refunds->create('A-1', [], ['idempotencyKey' => 'shop-refund-17']);
        [$first, $second, $third] = $this->keys();
        self::assertNotSame($first, $second);
        self::assertSame('shop-refund-17', $third);
        $this->expectExceptionMessage('"idempotencyKey" is a text of 1 to 191 visible ASCII characters');
        $refunds->create('A-1', [], ['idempotencyKey' => 'a b']);
    }

    public function testACallGivesUpAfterItsRetriesAndSaysHowOftenItTried(): void
    {
        $this->answers(self::passing(503, 'too_busy'));
        $error = self::errorOf(fn () => $this->client(['maxRetries' => 2])->orders->retrieve('A-1'));
        self::assertSame(['too_busy', 3, null], [$error->code, $error->tries, $error->idempotencyKey]);
        self::assertCount(3, $this->transport->requests);
    }

    public function testRetryAfterIsTheLeastPauseInSecondsAndAsADate(): void
    {
        $date = gmdate('D, d M Y H:i:s', time() + 30) . ' GMT';
        $late = static fn (string $value) => self::passing(503, 'try_again', ['Retry-After' => $value]);
        $this->answers($late('20'), $late($date), self::json(['order' => ['id' => 'A-1']]));
        $this->client(['withinSeconds' => 120, 'maxRetryAfterSeconds' => 60])->orders->retrieve('A-1');
        self::assertSame(20.0, $this->pauses[0]);
        self::assertGreaterThan(25.0, $this->pauses[1]);
    }

    public function testARetryAfterBeyondTheLimitEndsTheCallAndTheErrorNamesIt(): void
    {
        $this->answers(self::passing(503, 'try_again', ['retry-after' => '11']));
        $error = self::errorOf(fn () => $this->client()->orders->retrieve('A-1'));
        self::assertSame(['try_again', 11.0, 1], [$error->code, $error->retryAfterSeconds, $error->tries]);
        $this->answers(self::passing(503, 'try_again', ['retry-after' => '10']), self::json(['order' => ['id' => 'A-1']]));
        $this->client()->orders->retrieve('A-1');
        self::assertSame([10.0], $this->pauses);
    }

    public function testOneCallCanWaitForALongerOrAShorterRetryAfter(): void
    {
        $answers = fn (string $seconds) => $this->answers(
            self::passing(503, 'try_again', ['retry-after' => $seconds]),
            self::json(['order' => ['id' => 'A-1']])
        );
        $answers('11');
        $this->client()->orders->retrieve('A-1', [], ['maxRetryAfterSeconds' => 15]);
        self::assertSame([11.0], $this->pauses);
        $answers('1');
        $error = self::errorOf(fn () => $this->client()->orders->retrieve('A-1', [], ['maxRetryAfterSeconds' => 0]));
        self::assertSame(['try_again', 1], [$error->code, $error->tries]);
    }

    public function testACallEndsWithin25SecondsUnlessTheShopSaysMore(): void
    {
        $this->answers(function ($request) {
            $this->now += $request->timeoutSeconds;
            return self::lost();
        });
        $seconds = function (array $ofClient, array $ofCall): float {
            $began = $this->now;
            self::errorOf(fn () => $this->client($ofClient)->orders->retrieve('A-1', [], $ofCall));
            return round($this->now - $began, 6);
        };
        self::assertSame(25.0, $seconds([], []));
        self::assertSame(40.0, $seconds(['withinSeconds' => 40], []));
        self::assertSame(8.0, $seconds(['withinSeconds' => 40], ['withinSeconds' => 8]));
    }

    public static function errorsThatStay(): array
    {
        return [
            [self::refusal(422, 'invalid_fields')],
            [self::refusal(401, 'wrong_api_key', ['retry' => 'ask-a-person'])],
            [self::refusal(402, 'card_declined')],
            [self::passing(422, 'token_refused')],
            [self::passing(409, 'reconciliation_running')],
        ];
    }

    /** @dataProvider errorsThatStay */
    public function testAnErrorThatStaysIsNotRetried($answer): void
    {
        $this->answers($answer);
        self::errorOf(fn () => $this->client()->checkouts->create(self::CHECKOUT));
        self::assertCount(1, $this->transport->requests);
    }

    public function testACallWithAllItsTriesAndPausesKeepsItsLimit(): void
    {
        $hangs = function ($request) {
            $this->now += $request->timeoutSeconds;
            return self::lost();
        };
        $this->answers($hangs);
        $error = self::errorOf(fn () => $this->client(['withinSeconds' => 10, 'timeoutSeconds' => 6])->orders->retrieve('A-1'));
        self::assertSame(2, $error->tries);
        self::assertLessThan(1010.01, $this->now);
        $this->now = 1000.0;
        self::errorOf(fn () => $this->client()->orders->retrieve('A-1', [], ['withinSeconds' => 3]));
        self::assertSame(1003.0, $this->now);
    }

    public function testAMisspelledOptionIsRefused(): void
    {
        $this->answers(self::json(self::REFUNDED));
        $this->expectExceptionMessage('There is no option "idempotency_key". Options: ');
        $this->client()->refunds->create('A-1', [], ['idempotency_key' => 'shop-refund-17']);
    }

    public function testAnOptionThatOnlyTheClientTakesIsRefusedForOneCall(): void
    {
        $this->answers(self::json(self::REFUNDED));
        $this->expectExceptionMessage('There is no option "onTry". Options: timeoutSeconds, ');
        $this->client()->refunds->create('A-1', [], ['onTry' => 'print_r']);
    }

    public function testEachTryIsReportedWithItsErrorAndTime(): void
    {
        $tries = [];
        $onTry = static function (array $try) use (&$tries): void {
            $tries[] = [$try['method'], $try['path'], $try['status'], $try['error'] === null ? '' : $try['error']->code, $try['seconds']];
        };
        $this->answers(function () {
            $this->now += 2.0;
            return self::lost();
        }, self::json(['data' => []]));
        $this->client(['onTry' => $onTry])->orders->list(['search' => 'Ana']);
        self::assertSame([
            ['GET', '/v1/orders?search=Ana', 0, 'timed_out', 2.0],
            ['GET', '/v1/orders?search=Ana', 200, '', 0.0],
        ], $tries);
    }

    public static function inconclusiveAnswers(): array
    {
        return [
            [self::page(403, '<html>Request blocked</html>')],
            [self::page(429, '{"error":"slow down"}')],
            [self::refused()],
            [self::passing(429, 'too_many_calls')],
            [self::passing(409, 'refund_under_way')],
            [self::refusal(401, 'clock_differs')],
            [self::refusal(422, 'invalid_json')],
            [self::refusal(409, 'idempotency_key_reused')],
            [self::refusal(502, 'gateway_key_refused')],
        ];
    }

    /** @dataProvider inconclusiveAnswers */
    public function testAfterALostAnswerOnlyAFinalOneSettlesTheCall($answer): void
    {
        $refund = fn (array $options) => self::errorOf(fn () => $this->client()->refunds->create('A-1', [], $options));
        $this->answers(self::lost(), $answer);
        self::assertSame(PuenteError::UNKNOWN, $refund(['maxRetries' => 1])->outcome);
        $this->answers($answer);
        self::assertSame(PuenteError::UNKNOWN, $refund(['maxRetries' => 0, 'isRepetition' => true])->outcome);
    }

    public function testAKeyThatAnotherRequestHoldsIsRefusedWithoutAnEarlierTry(): void
    {
        $this->answers(self::refusal(409, 'idempotency_key_reused'));
        $error = self::errorOf(fn () => $this->client()->refunds->create('A-1', [], ['idempotencyKey' => 'k']));
        self::assertSame(PuenteError::REFUSED, $error->outcome);
    }

    public function testARequestThatRunsUnderTheKeyIsAskedForAgainAndNeverCountsAsRefused(): void
    {
        $inUse = self::passing(409, 'idempotency_key_in_use', ['Retry-After' => '1']);
        $this->answers($inUse, self::json(self::REFUNDED));
        self::assertSame(self::REFUNDED, $this->client()->refunds->create('A-1'));
        $this->answers($inUse);
        $error = self::errorOf(fn () => $this->client(['maxRetries' => 0])->refunds->create('A-1'));
        self::assertSame(['idempotency_key_in_use', PuenteError::UNKNOWN], [$error->code, $error->outcome]);
        $this->answers($inUse, self::refusal(429, 'too_many_calls'));
        $error = self::errorOf(fn () => $this->client()->refunds->create('A-1'));
        self::assertSame(PuenteError::UNKNOWN, $error->outcome);
    }

    public function testTheErrorOfALostRefundNamesTheKeyToRepeatItUnder(): void
    {
        $this->answers(self::lost());
        $error = self::errorOf(fn () => $this->client(['maxRetries' => 1])->refunds->create('A-1'));
        self::assertSame([PuenteError::UNKNOWN, $this->keys()[0]], [$error->outcome, $error->idempotencyKey]);
        $this->answers(self::json(self::REFUNDED));
        $again = ['idempotencyKey' => $error->idempotencyKey, 'isRepetition' => true];
        $this->client()->refunds->create('A-1', [], $again);
        self::assertSame([$error->idempotencyKey], $this->keys());
    }

    public function testAFinalRefusalSettlesACallWhoseFirstAnswerWasLost(): void
    {
        $this->answers(self::lost(), self::refusal(422, 'refund_above_rest'));
        $error = self::errorOf(fn () => $this->client()->refunds->create('A-1'));
        self::assertSame(['refund_above_rest', PuenteError::REFUSED], [$error->code, $error->outcome]);
    }

    public function testTheErrorOfARequestThatNeverLeftSaysSo(): void
    {
        $this->answers(self::refused());
        $error = self::errorOf(fn () => $this->client()->refunds->create('A-1'));
        self::assertSame(['connection_failed', PuenteError::NOT_SENT], [$error->code, $error->outcome]);
        self::assertStringContainsString('Cannot reach Puente at https://puente.example: cURL error 7', $error->getMessage());
        $this->answers(self::lost(), self::refused());
        $error = self::errorOf(fn () => $this->client()->refunds->create('A-1'));
        self::assertSame(PuenteError::UNKNOWN, $error->outcome);
        self::assertStringContainsString('An earlier try of this call got no answer', $error->getMessage());
    }
}
