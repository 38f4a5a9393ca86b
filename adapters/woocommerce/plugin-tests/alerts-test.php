<?php

$connected = static function () {
	global $puente_options;
	$puente_options['home'] = 'https://cafe.example';
	Puente_Pairings::keep_pending( new Puente_Pairing( 'https://puente.example', 'tienda', Puente_Pairing::new_secret() ) );
	Puente_Pairings::promote_pending();
};
$answers   = static function ( $status, $body ) {
	global $puente_responses;
	$puente_responses[] = array(
		'status' => $status,
		'body'   => json_encode( $body ),
	);
};

return array(
	'problems: every field of an alert becomes plain text' => static function () use ( $connected, $answers ) {
		$connected();
		$answers(
			200,
			array(
				'data' => array(
					array(
						'id'       => 'prb_7',
						'what'     => 'A <b>refund</b> was refused.',
						'why'      => 'Its words are in the details.',
						'todo'     => array( 'not a text' ),
						'order_id' => null,
						'details'  => array( 'said' => 'Día cerrado' ),
					),
					'no problem',
				),
			)
		);
		$expected = array(
			'id'       => 'prb_7',
			'what'     => 'A refund was refused.',
			'why'      => 'Its words are in the details.',
			'todo'     => '',
			'order_id' => '',
			'details'  => '{"said":"Día cerrado"}',
		);
		same(
			array(
				'problems' => array( $expected ),
				'next'     => '',
			),
			Puente_Alerts::read()
		);
	},
	'problems: an alert about a permanently deleted order names the order' => static function () use ( $connected, $answers ) {
		$connected();
		$problem = array(
			'id'       => 'prb_7',
			'what'     => 'Money came in.',
			'order_id' => '4711',
		);
		$answers( 200, array( 'data' => array( $problem ) ) );
		ob_start();
		Puente_Alerts::show();
		same( 1, preg_match( '~<strong>Money came in.</strong> Order 4711<p>~', ob_get_clean() ) );
	},
	'problems: a site without a connection sends no request' => static function () {
		global $puente_requests;
		same( null, Puente_Alerts::read() );
		same( false, Puente_Alerts::close( 'prb_7' ) );
		same( array(), $puente_requests );
	},
	'problems: a response from something else is not an empty list' => static function () use ( $connected, $answers ) {
		$connected();
		$answers( 200, array( 'status' => 'maintenance' ) );
		same( null, Puente_Alerts::read() );
	},
	'problems: alerts beyond the first page are on the next one' => static function () use ( $connected, $answers ) {
		global $puente_requests;
		$connected();
		$answers(
			200,
			array(
				'data'        => array( array( 'id' => 'prb_7' ) ),
				'next_cursor' => 'prb_7',
			)
		);
		same( 'prb_7', Puente_Alerts::read()['next'] );
		$answers(
			200,
			array(
				'data'        => array(),
				'next_cursor' => null,
			)
		);
		same( '', Puente_Alerts::read( 'prb_7' )['next'] );
		same( 'https://puente.example/v1/alerts?limit=20&cursor=prb_7', $puente_requests[1]['url'] );
		same( 1, Puente_Alerts::known() );
	},
	'problems: a silent Puente does not lower the count, and the list of orders sends no request' => static function () use ( $connected, $answers ) {
		global $puente_responses, $puente_requests, $puente_options, $puente_planned;
		$connected();
		$answers( 200, array( 'data' => array( array( 'id' => 'prb_7' ), array( 'id' => 'prb_8' ) ) ) );
		Puente_Alerts::read();
		same( array( 2, array() ), array( Puente_Alerts::known(), $puente_planned ) );
		$puente_options[ Puente_Alerts::KNOWN ]['at'] -= 601;
		$puente_responses = array( new WP_Error( 'http', 'cURL error 28: Operation timed out' ) );
		same( 2, Puente_Alerts::known() );
		same( array( array( Puente_Alerts::ASK, array( '' ) ) ), $puente_planned );
		same( 1, count( $puente_requests ) );
		same( array( null, 2 ), array( Puente_Alerts::read(), Puente_Alerts::known() ) );
	},
	'problems: closing succeeds for an alert that is already closed and fails without a response' => static function () use ( $connected, $answers ) {
		global $puente_responses, $puente_requests;
		$connected();
		$puente_responses[] = refusal( 404, 'not_found' );
		same( true, Puente_Alerts::close( 'prb_7' ) );
		$puente_responses[] = new WP_Error( 'http', 'cURL error 7: refused' );
		same( false, Puente_Alerts::close( 'prb_7' ) );
		$answers( 404, array( 'error' => 'no such page' ) );
		same( false, Puente_Alerts::close( 'prb_7' ) );
		same( false, Puente_Alerts::close( '../orders' ) );
		same( 3, count( $puente_requests ) );
		same( 'https://puente.example/v1/alerts/prb_7/close', $puente_requests[0]['url'] );
	},
);
