<?php

declare(strict_types=1);

namespace Puente\Http;

/** Sends HTTP requests with the HTTP client of the shop. */
interface Transport
{
    /**
     * Sends a request once. Returns a response of any status, and follows no redirect.
     *
     * @throws TransportFailure Without a response.
     */
    public function send(Request $request): Response;
}
