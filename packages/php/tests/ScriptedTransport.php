<?php

declare(strict_types=1);

use Puente\Http\Request;
use Puente\Http\Response;
use Puente\Http\Transport;
use Puente\Http\TransportFailure;

/** Answers requests in turn, and keeps them; the last answer stays. */
final class ScriptedTransport implements Transport
{
    /** @var Request[] */
    public array $requests = [];

    /** @var array<Response|TransportFailure|callable> */
    public array $answers = [];

    public function send(Request $request): Response
    {
        $this->requests[] = $request;
        $answer = count($this->answers) > 1 ? array_shift($this->answers) : $this->answers[0];
        $answer = is_callable($answer) ? $answer($request) : $answer;
        if ($answer instanceof TransportFailure) {
            throw $answer;
        }
        return $answer;
    }
}
