<?php

declare(strict_types=1);

namespace Puente;

use Puente\Call\Caller;
use Puente\Http\Transport;
use Puente\Resources\Checkouts;
use Puente\Resources\Floats;
use Puente\Resources\Orders;
use Puente\Resources\Refunds;
use Puente\Resources\SavedCards;
use Puente\Transports\CurlTransport;

/** Client of one store. */
final class Client
{
    public const VERSION = '0.1.0';

    public Checkouts $checkouts;
    public Orders $orders;
    public Refunds $refunds;
    public SavedCards $savedCards;

    /** Environment of the API key: `test` or `live`. */
    public string $environment;

    private Caller $caller;

    /**
     * @param array<string, mixed> $options `baseUrl` and `apiKey`, by default PUENTE_URL and PUENTE_API_KEY of
     *     the environment; `environment`, which refuses a key of the other one; `transport`, by default curl;
     *     and the settings of {@see Caller}.
     * @throws \InvalidArgumentException If an option is wrong. Its message never has the key.
     */
    public function __construct(array $options = [])
    {
        $baseUrl = BaseUrl::read($options['baseUrl'] ?? getenv('PUENTE_URL'));
        $apiKey = new ApiKey($options['apiKey'] ?? getenv('PUENTE_API_KEY'));
        $this->environment = $apiKey->environment();
        $expected = $options['environment'] ?? $this->environment;
        if ($expected !== 'test' && $expected !== 'live') {
            throw new \InvalidArgumentException('"environment" is "test" or "live".');
        }
        if ($expected !== $this->environment) {
            throw new \InvalidArgumentException(
                "The API key is a $this->environment key, and \"environment\" is \"$expected\"."
            );
        }
        $transport = $options['transport'] ?? new CurlTransport();
        if (!$transport instanceof Transport) {
            throw new \InvalidArgumentException('"transport" implements Puente\Http\Transport, such as Puente\Transports\Psr18Transport.');
        }
        unset($options['baseUrl'], $options['apiKey'], $options['environment'], $options['transport']);
        $options += ['userAgent' => 'puente-php/' . self::VERSION];
        $this->caller = new Caller($baseUrl, $transport, $apiKey, $options);
        $this->checkouts = new Checkouts($this->caller);
        $this->orders = new Orders($this->caller);
        $this->refunds = new Refunds($this->caller);
        $this->savedCards = new SavedCards($this->caller);
    }

    /**
     * Calls any other route of the merchant API, such as `GET /v1/alerts`.
     *
     * @param string $path Begins with "/".
     * @param array<string, mixed>|null $body
     * @param array<string, mixed> $options As for {@see Caller::call()}.
     * @return array<string, mixed>
     * @throws \InvalidArgumentException If the path is another one, or the body has a float.
     */
    public function call(string $method, string $path, ?array $body = null, array $options = []): array
    {
        Floats::refuse($body ?? []);
        return $this->caller->call($method, $path, $body, $options);
    }
}
