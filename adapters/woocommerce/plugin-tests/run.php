<?php
/**
 * Unit tests of the plugin: `php run.php`. No WordPress, no Composer. Exits with 1 on a failure.
 *
 * @package Puente
 */

require __DIR__ . '/stubs.php';
require __DIR__ . '/../plugin/puente-for-woocommerce/includes/class-puente-autoload.php';
Puente_Autoload::register();
Puente_Client::$pause = 0;

error_reporting( E_ALL );
set_error_handler(
	static function ( $level, $message, $file, $line ) {
		throw new ErrorException( $message, 0, $level, $file, $line );
	}
);

/**
 * Fails when two values differ.
 *
 * @param mixed $expected Expected value.
 * @param mixed $found    Actual value.
 * @throws Exception When they differ.
 */
function same( $expected, $found ) {
	if ( $expected !== $found ) {
		throw new Exception( 'expected ' . var_export( $expected, true ) . ', found ' . var_export( $found, true ) );
	}
}

/**
 * Builds a refusal of Puente.
 *
 * @param int    $status The HTTP status.
 * @param string $code   Code.
 * @param array  $more   Further fields.
 * @return array A response.
 */
function refusal( $status, $code, array $more = array() ) {
	$document = $more + array(
		'type'   => 'urn:puente:problem:' . $code,
		'title'  => 'A title',
		'status' => $status,
		'code'   => $code,
		'retry'  => 'permanent',
	);
	return array(
		'status' => $status,
		'body'   => json_encode( $document ),
	);
}

$tests = array();
$load  = static function ( $file ) {
	return require $file;
};
foreach ( glob( __DIR__ . '/*-test.php' ) as $file ) {
	$tests += $load( $file );
}
$failed = 0;
foreach ( $tests as $name => $test ) {
	$puente_options   = array();
	$puente_responses = array();
	$puente_requests  = array();
	$puente_planned   = array();
	$puente_orders    = array();
	try {
		$test();
		echo "ok      $name\n";
	} catch ( Throwable $error ) {
		++$failed;
		echo "FAILED  $name: {$error->getMessage()} ({$error->getFile()}:{$error->getLine()})\n";
	}
}
echo count( $tests ) . " tests, $failed failed\n";
exit( $failed > 0 || 0 === count( $tests ) ? 1 : 0 );
