<?php

declare(strict_types=1);

// The folder of the client, unpacked beside this file.
require __DIR__ . '/puente/autoload.php';

use Puente\NotificationRefused;
use Puente\PuenteError;

use function Puente\verifyNotification;

const PRICE = ['amount' => '125.50', 'currency' => 'HNL'];
const ORDER_ID = '/^[\w-]{1,40}$/D';
const REFUND_FORM = '<form method="post"><p><label>Password of the staff
    <input name="password" type="password"></label></p><button>Refund</button></form>';

/** Reads PUENTE_URL and PUENTE_API_KEY. */
$puente = new Puente\Client();

/** Changes an order of this shop, and returns it. A real shop keeps orders in its database. */
function order(string $id, ?callable $change = null): ?array
{
    $folder = getenv('SHOP_DATA') ?: __DIR__ . '/orders';
    is_dir($folder) || mkdir($folder, 0700);
    if ($change === null && !is_file("$folder/$id.json")) {
        return null;
    }
    $file = fopen("$folder/$id.json", 'c+');
    flock($file, LOCK_EX);
    $order = json_decode((string) stream_get_contents($file), true);
    if ($change !== null) {
        $order = $change($order);
        rewind($file);
        ftruncate($file, 0);
        fwrite($file, json_encode($order));
    }
    fclose($file);
    return $order;
}

/** Checkout: the id of the order keeps a second click from starting a second payment. */
function pay(Puente\Client $puente, string $id): void
{
    order($id, static fn (?array $known) => $known ?? ['status' => 'awaiting_payment', 'at' => '']);
    $home = (getenv('SHOP_URL') ?: "http://localhost:{$_SERVER['SERVER_PORT']}") . "/orders/$id";
    $order = ['id' => $id, 'description' => 'A pound of coffee'] + PRICE;
    $checkout = $puente->checkouts->create(
        ['order' => $order, 'success_url' => $home, 'cancel_url' => $home],
        ['idempotencyKey' => "checkout-$id"]
    );
    header("Location: {$checkout['pay_url']}", true, 303);
}

/** Refund: a repeated request has the key of the first, so that the money returns once. */
function refund(Puente\Client $puente, string $id): void
{
    if (!isStaff($_POST['password'] ?? null)) {
        page('The password is not that of the staff', REFUND_FORM, 403);
        return;
    }
    $order = order($id, static fn (array $known) => $known + ['refundKey' => bin2hex(random_bytes(16))]);
    try {
        $puente->refunds->create($id, ['reason' => 'Returned'], ['idempotencyKey' => $order['refundKey']]);
    } catch (PuenteError $error) {
        // After a final refusal, the next request is a new refund. After a lost answer, it repeats this one.
        if ($error->isFinal()) {
            order($id, static fn (array $known) => array_diff_key($known, ['refundKey' => '']));
        }
        throw $error;
    }
    header("Location: /orders/$id", true, 303);
}

/** Compares digests, in constant time. Without STAFF_PASSWORD, the shop refunds nothing. */
function isStaff(mixed $password): bool
{
    $expected = (string) getenv('STAFF_PASSWORD');
    return $expected !== '' && is_string($password)
        && hash_equals(hash('sha256', $expected), hash('sha256', $password));
}

/** Notification: refuses what Puente did not sign. */
function receive(): void
{
    $body = (string) file_get_contents('php://input');
    try {
        $event = verifyNotification($body, getallheaders(), (string) getenv('PUENTE_NOTIFY_SECRET'));
    } catch (NotificationRefused $refused) {
        http_response_code(400);
        echo $refused->getMessage();
        return;
    }
    ['id' => $id, 'status' => $status] = $event->data['order'] ?? ['id' => '', 'status' => ''];
    $new = ['status' => $status, 'at' => $event->timestamp];
    // Notifications repeat, and an older one may arrive last.
    if (preg_match(ORDER_ID, $id) === 1 && order($id) !== null) {
        order($id, static fn (array $known) => $known['at'] <= $new['at'] ? $new + $known : $known);
    }
    http_response_code(204);
}

function page(string $title, string $body = '', int $status = 200, bool $reloads = false): void
{
    http_response_code($status);
    header('Content-Type: text/html; charset=utf-8');
    $refresh = $reloads ? '<meta http-equiv="refresh" content="2">' : '';
    echo <<<HTML
        <!doctype html>
        <html lang="en"><meta charset="utf-8"><title>$title</title>$refresh
        <style>body { font: 18px system-ui; max-width: 32em; margin: 3em auto; padding: 0 1em } button { font: inherit }</style>
        <h1>$title</h1>
        $body
        <p><a href="/">Back to the shop</a></p>
        </html>
        HTML;
}

[, $place, $id, $act] = explode('/', (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) + ['', '', '', ''];
$isId = preg_match(ORDER_ID, $id) === 1;
$order = $isId ? order($id) : null;
$route = "{$_SERVER['REQUEST_METHOD']} $place" . ($isId ? "/id/$act" : $id);
try {
    switch ($route) {
        case 'GET ':
            $next = bin2hex(random_bytes(16));
            $form = "<form method='post' action='/orders/$next/pay'><button>Buy</button></form>";
            return page('A pound of coffee', '<p>' . implode(' ', PRICE) . "</p>$form");
        case 'POST orders/id/pay':
            return pay($puente, $id);
        case 'POST puente':
            return receive();
    }
    switch ($order === null ? 'unknown' : $route) {
        case 'GET orders/id/':
            $refund = $order['status'] === 'paid' ? "<p><a href='/orders/$id/refund'>Refund</a></p>" : '';
            return page("Order $id", "<p>Status: <strong>{$order['status']}</strong></p>$refund", reloads: true);
        case 'GET orders/id/refund':
            return page('Refund the order', REFUND_FORM);
        case 'POST orders/id/refund':
            return refund($puente, $id);
    }
    return page('There is no such page', '', 404);
} catch (PuenteError $error) {
    return page('Puente refused this', '<p>' . htmlspecialchars($error->getMessage()) . '</p>', 502);
}
