<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use Puente\NotificationRefused;

use function Puente\verifyNotification;

final class NotificationsTest extends TestCase
{
    private const SECRET = 'whsec_dGhlIHNob3Agb2YgdGhpcyB0ZXN0LCAyNCBieXRlcw==';
    private const NEXT = 'whsec_dGhlIG5leHQgc2VjcmV0IG9mIHRoZSBzaG9w';
    private const NOW = 1790000000;
    private const BODY = '{"type":"order.paid","timestamp":"2026-05-04T12:00:00.000Z","data":{"order":{"id":"A-1","description":"Café ☕"}}}';

    private static function signed(array $secrets = [self::SECRET], string $body = self::BODY, int $at = self::NOW): array
    {
        $signatures = array_map(static function (string $secret) use ($body, $at): string {
            $key = base64_decode(substr($secret, strlen('whsec_')));
            return 'v1,' . base64_encode(hash_hmac('sha256', "msg_1.$at.$body", $key, true));
        }, $secrets);
        return ['webhook-id' => 'msg_1', 'webhook-timestamp' => (string) $at, 'webhook-signature' => implode(' ', $signatures)];
    }

    private static function reason(array $headers, $secrets = self::SECRET, string $body = self::BODY, int $now = self::NOW): string
    {
        try {
            verifyNotification($body, $headers, $secrets, 300, $now);
            return 'genuine';
        } catch (NotificationRefused $refused) {
            return $refused->reason;
        }
    }

    public function testAGenuineNotificationHasItsIdTypeTimeAndData(): void
    {
        $notification = verifyNotification(self::BODY, self::signed(), self::SECRET, 300, self::NOW);
        self::assertSame(['msg_1', 'order.paid', '2026-05-04T12:00:00.000Z', 'Café ☕'], [
            $notification->id, $notification->type, $notification->timestamp, $notification->data['order']['description'],
        ]);
    }

    public function testTheExampleOfTheStandardIsGenuine(): void
    {
        $headers = [
            'webhook-id' => 'msg_p5jXN8AQM9LWM0D4loKWxJek',
            'webhook-timestamp' => '1614265330',
            'webhook-signature' => 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
        ];
        $secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
        // Its body has no type.
        self::assertSame('not_a_notification', self::reason($headers, $secret, '{"test": 2432232314}', 1614265330));
    }

    public function testHeadersAreReadAsServersAndFrameworksGiveThem(): void
    {
        $headers = self::signed();
        $names = static fn (callable $name) => array_combine(array_map($name, array_keys($headers)), $headers);
        self::assertSame('genuine', self::reason(array_change_key_case($headers, CASE_UPPER)));
        self::assertSame('genuine', self::reason(array_map(static fn ($value) => [$value], $headers)));
        self::assertSame('genuine', self::reason($names(static fn ($name) => strtr($name, '-', '_'))));
        $server = $names(static fn ($name) => 'HTTP_' . strtoupper(strtr($name, '-', '_')));
        self::assertSame('genuine', self::reason($server + ['argv' => ['a'], 'REQUEST_TIME_FLOAT' => 1.5]));
    }

    public function testOneOfTwoSecretsIsEnoughWhileTheStoreRotatesOnEitherSide(): void
    {
        self::assertSame('genuine', self::reason(self::signed(), [self::NEXT, self::SECRET]));
        self::assertSame('genuine', self::reason(self::signed([self::SECRET, self::NEXT]), self::NEXT));
        self::assertSame('genuine', self::reason(self::signed([self::NEXT]), [self::NEXT, null, '']));
        self::assertSame('wrong_signature', self::reason(self::signed([self::NEXT])));
    }

    public static function otherRequests(): array
    {
        $headers = self::signed();
        return [
            'another body' => [$headers, str_replace('A-1', 'A-2', self::BODY), 'wrong_signature'],
            'an empty body' => [$headers, '', 'wrong_signature'],
            'another id' => [['webhook-id' => 'msg_9'] + $headers, self::BODY, 'wrong_signature'],
            'another time' => [['webhook-timestamp' => (string) (self::NOW - 1)] + $headers, self::BODY, 'wrong_signature'],
            'a signature cut short' => [['webhook-signature' => 'v1,abc'] + $headers, self::BODY, 'wrong_signature'],
            'too many signatures' => [
                ['webhook-signature' => str_repeat('v1,x ', 10) . $headers['webhook-signature']] + $headers, self::BODY, 'wrong_signature',
            ],
            'no id' => [['webhook-id' => ''] + $headers, self::BODY, 'missing_header'],
            'no headers' => [[], self::BODY, 'missing_header'],
            'a time in words' => [['webhook-timestamp' => 'yesterday'] + $headers, self::BODY, 'malformed_header'],
            'a negative time' => [['webhook-timestamp' => '-5'] + $headers, self::BODY, 'malformed_header'],
            'another scheme' => [['webhook-signature' => 'sha256=abc'] + $headers, self::BODY, 'malformed_header'],
            'broken JSON' => [self::signed([self::SECRET], '{"type":'), '{"type":', 'not_json'],
            'text in Latin 1' => [self::signed([self::SECRET], "{\"type\":\"caf\xe9\"}"), "{\"type\":\"caf\xe9\"}", 'not_json'],
            'no type' => [self::signed([self::SECRET], '{"data":1}'), '{"data":1}', 'not_a_notification'],
            'a type alone' => [self::signed([self::SECRET], '{"type":"a"}'), '{"type":"a"}', 'not_a_notification'],
            'a number' => [self::signed([self::SECRET], '7'), '7', 'not_a_notification'],
            'null' => [self::signed([self::SECRET], 'null'), 'null', 'not_a_notification'],
            'an old forgery' => [self::signed([self::NEXT], self::BODY, 1), self::BODY, 'wrong_signature'],
        ];
    }

    /** @dataProvider otherRequests */
    public function testAnyOtherRequestIsRefusedWithItsReason(array $headers, string $body, string $reason): void
    {
        self::assertSame($reason, self::reason($headers, self::SECRET, $body));
    }

    public function testATimeFarFromTheClockNamesBothClocks(): void
    {
        self::assertSame('genuine', self::reason(self::signed(), self::SECRET, self::BODY, self::NOW + 300));
        self::assertSame('too_new', self::reason(self::signed(), self::SECRET, self::BODY, self::NOW - 301));
        self::assertSame('too_old', self::reason(self::signed(), self::SECRET, self::BODY, self::NOW + 301));
        $this->expectExceptionMessage('signed at 2026-09-21T14:13:20+00:00, and the clock of this machine says 2026-09-21T14:18:21+00:00');
        verifyNotification(self::BODY, self::signed(), self::SECRET, 300, self::NOW + 301);
    }

    public static function wrongSecrets(): array
    {
        return [
            ['', 'There is no notify secret'],
            [[null, ''], 'There is no notify secret'],
            ['puente_test_secret99', 'This is a key'],
            ['whsec_€€', 'not base64'],
            ['whsec_c2VjcmV0OTk=', 'too short'],
        ];
    }

    /** @dataProvider wrongSecrets */
    public function testASecretThatCannotBeRightFailsLoudlyAndIsNotPrinted($secrets, string $says): void
    {
        try {
            self::reason(self::signed(), $secrets);
            self::fail('The secret was accepted');
        } catch (InvalidArgumentException $wrong) {
            self::assertStringContainsString($says, $wrong->getMessage());
            self::assertStringNotContainsString('secret99', $wrong->getMessage());
        }
    }
}
