<?php

declare(strict_types=1);

namespace Puente\Transports;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Puente\Http\Request;
use Puente\Http\Response;
use Puente\Http\Transport;
use Puente\Http\TransportFailure;

/** Sends requests with a PSR-18 client, whose own timeout counts: PSR-18 has none for one request. */
final class Psr18Transport implements Transport
{
    private ClientInterface $client;
    private RequestFactoryInterface $requests;
    private StreamFactoryInterface $streams;

    public function __construct(
        ClientInterface $client,
        RequestFactoryInterface $requests,
        StreamFactoryInterface $streams
    ) {
        $this->client = $client;
        $this->requests = $requests;
        $this->streams = $streams;
    }

    public function send(Request $request): Response
    {
        $sent = $this->requests->createRequest($request->method, $request->url);
        foreach ($request->headers as $name => $value) {
            $sent = $sent->withHeader($name, $value);
        }
        if ($request->body !== '') {
            $sent = $sent->withBody($this->streams->createStream($request->body));
        }
        try {
            $response = $this->client->sendRequest($sent);
        } catch (ClientExceptionInterface $failure) {
            throw new TransportFailure($failure->getMessage(), null, $failure);
        }
        try {
            // A client that streams reads the connection only here.
            $body = (string) $response->getBody();
        } catch (\RuntimeException $failure) {
            throw new TransportFailure("The answer broke off: {$failure->getMessage()}", true, $failure);
        }
        return new Response($response->getStatusCode(), $body, $response->getHeaders());
    }
}
