<?php

declare(strict_types=1);

final class CallsTest extends ClientTestCase
{
    public function testARequestCarriesTheKeyTheVersionAndJsonAndEncodesIdsAndFilters(): void
    {
        $this->answers(self::json(['order' => ['id' => 'x'], 'pay_url' => 'https://puente.example/pay/1']));
        $client = $this->client(['language' => 'es']);
        $client->orders->retrieve('A/1 ñ?', ['ask' => true]);
        $client->checkouts->create(self::CHECKOUT);
        [$read, $created] = $this->transport->requests;
        self::assertSame('https://puente.example/v1/orders/A%2F1%20%C3%B1%3F?ask=true', $read->url);
        self::assertSame([
            'Accept' => 'application/json',
            'Accept-Language' => 'es',
            'User-Agent' => 'puente-php/0.1.0',
            'Authorization' => 'Bearer ' . self::KEY,
        ], $read->headers);
        self::assertSame('', $read->body);
        self::assertSame(self::CHECKOUT, json_decode($created->body, true));
        self::assertSame('application/json', $created->headers['Content-Type']);
    }

    public function testEveryMethodReachesItsRoute(): void
    {
        $this->answers(self::json([
            'id' => '1', 'order' => ['id' => '1'], 'refund' => ['id' => '1'], 'data' => [], 'pay_url' => 'p', 'receipt_url' => 'r',
        ]));
        $client = $this->client();
        $client->checkouts->create(self::CHECKOUT);
        $client->orders->retrieve('A-1');
        $client->orders->list(['search' => 'ana@example.com', 'limit' => 20]);
        iterator_to_array($client->orders->listAll());
        $client->orders->timeline('A-1');
        $client->orders->cancel('A-1');
        $client->orders->confirm('A-1', ['payment_token' => 'tok_1']);
        $client->orders->receipt('A-1');
        $client->refunds->create('A-1');
        $client->refunds->cancel('A-1', 'ref_1');
        $client->refunds->cancelByKey('A-1', 'shop-refund-17');
        $client->savedCards->list(['email' => 'ana@example.com']);
        $client->savedCards->revoke('pm_1');
        $client->call('GET', '/v1/store');
        $sent = array_map(static function ($request): string {
            return trim("$request->method " . substr($request->url, strlen('https://puente.example')) . " $request->body");
        }, $this->transport->requests);
        self::assertSame([
            'POST /v1/checkouts {"order":{"id":"A-1","amount":"125.50","currency":"HNL"}}',
            'GET /v1/orders/A-1',
            'GET /v1/orders?search=ana%40example.com&limit=20',
            'GET /v1/orders',
            'GET /v1/orders/A-1/timeline',
            'POST /v1/orders/A-1/cancel',
            'POST /v1/orders/A-1/confirm {"payment_token":"tok_1"}',
            'GET /v1/orders/A-1/receipt',
            'POST /v1/orders/A-1/refunds {}',
            'POST /v1/orders/A-1/refunds/ref_1/cancel',
            'POST /v1/orders/A-1/refunds/cancel {"idempotency_key":"shop-refund-17"}',
            'GET /v1/saved-cards?email=ana%40example.com',
            'DELETE /v1/saved-cards/pm_1',
            'GET /v1/store',
        ], $sent);
    }

    /**
     * @testWith [""]
     *           [" "]
     *           ["."]
     *           [".."]
     */
    public function testAnIdThatLeadsToAnotherPathIsRefused(string $id): void
    {
        $this->answers(self::json([]));
        try {
            $this->client()->orders->retrieve($id);
            self::fail('The id was accepted');
        } catch (InvalidArgumentException $refused) {
            self::assertStringContainsString('needs an id', $refused->getMessage());
        }
        self::assertSame([], $this->transport->requests);
    }

    public function testAnAmountThatIsAFloatIsRefusedByItsName(): void
    {
        $this->expectExceptionMessage('"order.amount" is a float, which loses cents');
        $this->client()->checkouts->create(['order' => ['id' => 'A-1', 'amount' => 125.5, 'currency' => 'HNL']]);
    }

    public static function bodiesWithFloats(): array
    {
        $amount = new class () implements JsonSerializable {
            #[ReturnTypeWillChange]
            public function jsonSerialize()
            {
                return 125.5;
            }
        };
        return [
            [['amount' => 125.0], '"amount"'],
            [['lines' => [['price' => '1.00'], ['price' => 0.1]]], '"lines.1.price"'],
            [['order' => (object) ['amount' => 125.5]], '"order.amount"'],
            [['amount' => $amount], '"amount"'],
        ];
    }

    /** @dataProvider bodiesWithFloats */
    public function testACallOfAnyRouteRefusesFloatsAtEveryDepth(array $body, string $field): void
    {
        try {
            $this->client()->call('POST', '/v1/orders/A-1/refunds', $body);
            self::fail('The float was accepted');
        } catch (InvalidArgumentException $refused) {
            self::assertStringContainsString("$field is a float, which loses cents", $refused->getMessage());
            self::assertSame([], $this->transport->requests);
        }
    }

    /**
     * @testWith ["v1/store"]
     *           [".other.example/v1/store"]
     *           ["@other.example/"]
     *           [""]
     *           ["https://other.example/v1/store"]
     *           ["/v1/orders?search=Ana Mejía"]
     *           ["/v1/store#part"]
     *           ["/v1/store\r\nHost: other.example"]
     */
    public function testAPathThatWouldChangeTheHostOrTheRequestIsRefused(string $path): void
    {
        try {
            $this->client()->call('GET', $path);
            self::fail('The path was accepted');
        } catch (InvalidArgumentException $refused) {
            self::assertStringContainsString('it begins with "/"', $refused->getMessage());
            self::assertSame([], $this->transport->requests);
        }
    }

    public function testAMethodInLowerCaseIsTheSameMethod(): void
    {
        $this->answers(self::json(['id' => '1']));
        $this->client()->call('get', '/v1/store');
        [$request] = $this->transport->requests;
        self::assertSame(['GET', false], [$request->method, isset($request->headers['Idempotency-Key'])]);
    }

    public function testTextInABrokenEncodingKeepsItsReadableCharacters(): void
    {
        $this->answers(self::json(['refund' => ['id' => 'ref_1']]));
        $this->client()->refunds->create('A-1', ['reason' => "Caf\xe9 roto"]);
        self::assertSame('{"reason":"Caf' . "\u{fffd}" . ' roto"}', $this->transport->requests[0]->body);
    }

    public function testAnIteratorReadsPageAfterPageAndOnlyThoseThatTheLoopNeeds(): void
    {
        $page = static fn (array $rows, ?string $next) => self::json(['data' => $rows, 'next_cursor' => $next]);
        $pages = [$page([['a'], ['b']], 'c1'), $page([['c']], 'c2'), $page([], null)];
        $this->answers(...$pages);
        $rows = iterator_to_array($this->client()->orders->listAll(['status' => 'paid']), false);
        self::assertSame([['a'], ['b'], ['c']], $rows);
        self::assertStringEndsWith('?status=paid&cursor=c2', $this->transport->requests[2]->url);
        $this->answers(...$pages);
        foreach ($this->client()->orders->listAll() as $row) {
            break;
        }
        self::assertCount(1, $this->transport->requests);
    }

    public function testACursorThatLeadsToItsOwnPageEndsTheIteration(): void
    {
        $this->answers(self::json(['data' => [['a']], 'next_cursor' => 'c1']));
        self::assertCount(2, iterator_to_array($this->client()->orders->listAll(), false));
    }
}
