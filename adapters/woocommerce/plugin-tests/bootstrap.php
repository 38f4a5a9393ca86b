<?php
/**
 * Prepares the plugin's unit tests: stubs, the plugin, a base class.
 *
 * @package Puente
 */

use PuenteForWooCommerce\Call\Caller;
use PuenteForWooCommerce\PuenteError;

require __DIR__ . '/stubs/wordpress-stubs.php';
require __DIR__ . '/stubs/woocommerce-stubs.php';
require __DIR__ . '/stubs/wp-cli-stubs.php';
// The environment can name an unpacked zip, whose own copy of the client is tested.
define( 'PUENTE_TESTED', getenv( 'PUENTE_PLUGIN' ) ? getenv( 'PUENTE_PLUGIN' ) : __DIR__ . '/../plugin/puente-for-woocommerce' );
require PUENTE_TESTED . '/includes/class-puente-autoload.php';
Puente_Autoload::register();
if ( ! getenv( 'PUENTE_PLUGIN' ) ) {
	// The sources have no copy of the client: the build makes it under a namespace of the plugin.
	require __DIR__ . '/../../../packages/php/autoload.php';
	spl_autoload_register(
		static function ( $name ) {
			if ( 0 === strpos( $name, Puente_Autoload::CLIENT ) ) {
				class_alias( 'Puente\\' . substr( $name, strlen( Puente_Autoload::CLIENT ) ), $name );
			}
		}
	);
}
Puente_Client::$sleep = static function () {};

/**
 * Starts each test on an empty site.
 */
abstract class Puente_Test_Case extends PHPUnit\Framework\TestCase {

	protected function setUp(): void {
		foreach ( array( 'options', 'responses', 'requests', 'planned', 'orders', 'log', 'actions', 'capabilities', 'next_cron', 'hooks' ) as $name ) {
			$GLOBALS[ 'puente_' . $name ] = array();
		}
	}

	/**
	 * Connects the site.
	 */
	protected static function connect( $store = 'tienda', $home = 'https://cafe.example' ) {
		update_option( 'home', $home );
		Puente_Pairings::keep_pending( new Puente_Pairing( 'https://puente.example', $store, Puente_Pairing::new_secret() ) );
		Puente_Pairings::promote_pending();
	}

	/**
	 * Reads a response as a call does, without its log.
	 */
	protected static function answer_to( $response, array $expects = array() ) {
		global $puente_responses, $puente_requests;
		$puente_responses = array( $response );
		$options          = array(
			'maxRetries' => 0,
			'expects'    => $expects,
		);
		try {
			return new Puente_Answer( ( new Caller( 'https://puente.example', new Puente_Transport() ) )->call( 'GET', '/v1/x', null, $options ) );
		} catch ( PuenteError $error ) {
			return new Puente_Answer( array(), $error );
		} finally {
			array_pop( $puente_requests );
		}
	}

	/**
	 * Builds a refusal of Puente.
	 */
	protected static function refusal( $status, $code, array $more = array() ) {
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
}

require __DIR__ . '/stubs/order-screen-stubs.php';
