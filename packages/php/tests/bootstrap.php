<?php

declare(strict_types=1);

// The environment can name an unpacked archive of the client.
define('PUENTE_TESTED', getenv('PUENTE_CLIENT') ?: __DIR__ . '/..');
require PUENTE_TESTED . '/autoload.php';
require __DIR__ . '/ScriptedTransport.php';
require __DIR__ . '/ClientTestCase.php';
