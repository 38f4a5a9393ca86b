<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use Puente\Call\PairingSignature;

final class PairingSignatureTest extends TestCase
{
    /** The vectors that Puente's own tests use. */
    public static function vectors(): array
    {
        $file = file_get_contents(__DIR__ . '/../../../adapters/woocommerce/signing-vectors.json');
        $vectors = array_column(json_decode($file, true)['vectors'], null, 'name');
        return array_map(static fn ($vector) => [$vector], $vectors);
    }

    /** @dataProvider vectors */
    public function testTheClientSignsAndVerifiesLikePuente(array $vector): void
    {
        $isRight = PairingSignature::isWellFormed($vector) && PairingSignature::isRight($vector, $vector['secret']);
        self::assertSame($vector['valid'], $isRight);
        if ($vector['valid']) {
            self::assertSame($vector['signed_text'], PairingSignature::text($vector));
            self::assertSame($vector['signature'], PairingSignature::of($vector, $vector['secret']));
        }
    }

    public function testTheSharedFileHasVectors(): void
    {
        self::assertGreaterThan(12, count(self::vectors()));
    }

    public function testAMissingHeaderIsNotWellFormed(): void
    {
        $vector = current(self::vectors())[0];
        self::assertFalse(PairingSignature::isWellFormed(['nonce' => null] + $vector));
        unset($vector['nonce']);
        self::assertFalse(PairingSignature::isWellFormed($vector));
    }

    public function testSentHeadersVerifyAndHaveANewNonceEachTime(): void
    {
        $signature = new PairingSignature('tienda', 'pps_secret');
        $nonces = [];
        for ($try = 0; $try < 2; $try++) {
            $headers = $signature->headers('POST', '/v1/x', '{}');
            $nonces[] = $headers['Puente-Nonce'];
            $received = [
                'store' => 'tienda',
                'method' => 'POST',
                'path' => '/v1/x',
                'body' => '{}',
                'timestamp' => $headers['Puente-Timestamp'],
                'nonce' => $headers['Puente-Nonce'],
                'signature' => $headers['Puente-Signature'],
            ];
            self::assertTrue(PairingSignature::isWellFormed($received) && PairingSignature::isRight($received, 'pps_secret'));
            self::assertFalse(PairingSignature::isRight(['path' => '/v1/y'] + $received, 'pps_secret'));
        }
        self::assertCount(2, array_unique($nonces));
    }
}
