<?php

require_once __DIR__ . '/token-stubs.php';

/**
 * REST API keys of WooCommerce: descriptions by suffix.
 */
class Puente_Keys_Table extends Puente_Wpdb {

	public $keys = array();

	public function get_col( array $query ) {
		list( $sql, $values ) = $query;
		if ( false !== strpos( $sql, $this->options ) ) {
			return parent::get_col( $query );
		}
		return array_keys( array_filter( $this->keys, array( $this, 'is_like' ) ) );
	}

	public function prepare( $sql, ...$values ) {
		return array( $sql, $values );
	}

	public function query( array $query ) {
		$end  = $query[1][1];
		$goes = isset( $this->keys[ $end ] ) && $this->is_like( $this->keys[ $end ] );
		if ( $goes ) {
			unset( $this->keys[ $end ] );
		}
		return $goes ? 1 : 0;
	}

	private function is_like( $description ) {
		return 0 === strpos( $description, rtrim( Puente_Disconnection::KEYS, '%' ) );
	}
}

$connect = static function () {
	global $puente_options;
	$puente_options['home'] = 'https://cafe.example';
	Puente_Pairings::keep_pending( new Puente_Pairing( 'https://puente.example', 'cafe', Puente_Pairing::new_secret() ) );
	Puente_Pairings::promote_pending();
};
$answer  = static function ( $response ) {
	global $puente_responses;
	$puente_responses = array( $response );
	return Puente_Disconnection::notify();
};
$left    = static function ( $open, $is_forgotten ) {
	$body = array(
		'id'               => 'cafe',
		'webhooks_removed' => true,
		'open_orders'      => $open,
		'keys'             => array(
			array(
				'ends_with'    => 'a1b2c3d',
				'is_forgotten' => $is_forgotten,
			),
		),
	);
	return array(
		'status' => 200,
		'body'   => json_encode( $body ),
	);
};

return array(
	'farewell: open orders keep the key until their end, and the merchant reads which key to delete' => static function () use ( $connect, $answer, $left ) {
		$connect();
		$said = $answer( $left( 2, false ) );
		$keys = Puente_Disconnection::revoke_keys( $said );
		same( array( 'a1b2c3d' ), $keys );
		same( array( 'a1b2c3d' ), get_option( Puente_Disconnection::USED ) );
		same( 1, preg_match( '/refund: 2\..*After that, delete the key that ends in a1b2c3d:/', Puente_Disconnection::words( $said, $keys ) ) );
	},
	'farewell: Puente has no access any more once no order is open and its key is revoked' => static function () use ( $connect, $answer, $left ) {
		$connect();
		same( 'Puente has no access to your orders any more.', Puente_Disconnection::words( $answer( $left( 0, true ) ), array() ) );
	},
	'farewell: a Puente that got no notification keeps its access' => static function () use ( $connect, $answer ) {
		$connect();
		foreach ( array( new WP_Error( 'http', 'cURL error 7: refused' ), array( 'status' => 200, 'body' => '{"ok":true}' ) ) as $response ) {
			same( 0, strpos( Puente_Disconnection::words( $answer( $response ), array() ), 'Puente could not be told' ) );
		}
	},
	'farewell: the plugin revokes the keys that connecting created if Puente has already forgotten the site' => static function () use ( $connect, $answer ) {
		global $wpdb;
		$connect();
		$before     = $wpdb;
		$wpdb       = new Puente_Keys_Table();
		$wpdb->keys = array(
			'a1b2c3d' => 'Puente - API (2026-11-22 04:31:00)',
			'e4f5a6b' => 'Puente - API (2026-11-20 10:00:00)',
			'c7d8e9f' => 'By hand',
		);
		try {
			$said = $answer( refusal( 401, 'wrong_signature', array( 'retry' => 'ask-a-person' ) ) );
			same( array(), Puente_Disconnection::revoke_keys( $said ) );
			same( 3, count( $wpdb->keys ) );
			same( 0, strpos( Puente_Disconnection::words( $said, array() ), 'Puente could not be told' ) );
			$said = $answer( refusal( 401, 'unknown_store', array( 'retry' => 'ask-a-person' ) ) );
			same( array(), Puente_Disconnection::revoke_keys( $said ) );
			same( array( 'c7d8e9f' ), array_keys( $wpdb->keys ) );
			same( 0, strpos( Puente_Disconnection::words( $said, array() ), 'Puente does not know this site any more, so it has no access' ) );
		} finally {
			$wpdb = $before;
		}
	},
	'farewell: a connection that replaces this one keeps its access' => static function () use ( $connect, $answer ) {
		$connect();
		$said = $answer(
			array(
				'status' => 200,
				'body'   => '{"id":"cafe","open_orders":0,"keys":[]}',
			)
		);
		same( 1, preg_match( '/^Puente keeps its access for the new connection/', Puente_Disconnection::words( $said, array() ) ) );
	},
	'farewell: deleted cards are revoked first, and the merchant reads which ones remain' => static function () use ( $connect, $left ) {
		global $puente_responses, $puente_requests;
		$connect();
		Puente_Cards_To_Revoke::add( 'pm_here', 'cafe' );
		Puente_Cards_To_Revoke::add( 'pm_live', 'cafe-live' );
		$revoked          = array(
			'status' => 200,
			'body'   => '{"id":"pm_here","revoked":true}',
		);
		$puente_responses = array( $revoked, $left( 0, true ) );
		same( true, Puente_Disconnection::notify()->is_fine() );
		same( array( 'pm_here', 'disconnection' ), array_map( 'basename', array_column( $puente_requests, 'url' ) ) );
		Puente_Pairings::forget_current();
		same( 1, count( Puente_Cards_To_Revoke::words() ) );
		same( 1, preg_match( '/store cafe-live .*: 1\./', Puente_Cards_To_Revoke::words()[0] ) );
	},
	'farewell: a deleted card stays in the queue if Puente does not answer' => static function () use ( $connect ) {
		global $puente_responses, $puente_planned;
		$connect();
		Puente_Cards_To_Revoke::add( 'pm_here', 'cafe' );
		$puente_responses = array( new WP_Error( 'http', 'cURL error 7: refused' ), new WP_Error( 'http', 'cURL error 7: refused' ) );
		same( false, Puente_Disconnection::notify()->is_fine() );
		Puente_Pairings::forget_current();
		same( 1, preg_match( '/store cafe .*: 1\./', Puente_Cards_To_Revoke::words()[0] ) );
		same( array(), $puente_planned );
	},
	'farewell: a copy does not disconnect the original store' => static function () use ( $connect ) {
		global $puente_options, $puente_requests;
		$connect();
		$puente_options['home'] = 'https://staging.cafe.example';
		same( array( null, array() ), array( Puente_Disconnection::notify(), $puente_requests ) );
		same( 'The shop that this site was copied from stays connected.', Puente_Disconnection::words( null, array() ) );
	},
);
