<?php

return array(
	'amount: the text has at least two decimals and no further zeros' => static function () {
		$cases = array(
			'39.9'                => '39.90',
			'39.90000000'         => '39.90',
			'40'                  => '40.00',
			'0.10'                => '0.10',
			'007.5'               => '7.50',
			'12.345'              => '12.345',
			'999999999999999.99'  => '999999999999999.99',
			'0.30000000000000004' => '0.30000000000000004',
			' 5 '                 => '5.00',
			'5.'                  => '5.00',
		);
		foreach ( $cases as $given => $text ) {
			same( $text, Puente_Amount::text( (string) $given ) );
		}
		same( '12.00', Puente_Amount::text( 12 ) );
	},
	'amount: a malformed amount is null' => static function () {
		foreach ( array( '', '-1', '1,50', '1.2.3', '1e3', '.5', 'L 5', null, 1.5, array(), "5\n6" ) as $given ) {
			same( null, Puente_Amount::text( $given ) );
		}
	},
	'amount: zero is not positive' => static function () {
		same( false, Puente_Amount::is_positive( '0.00' ) );
		same( false, Puente_Amount::is_positive( '' ) );
		same( true, Puente_Amount::is_positive( '0.01' ) );
		same( true, Puente_Amount::is_positive( '100' ) );
	},
	'amount: a currency has the decimals of ISO 4217' => static function () {
		same( array( 2, 0, 3 ), array_map( array( 'Puente_Currency', 'decimals' ), array( 'HNL', 'CLP', 'KWD' ) ) );
	},
	'amount: two spellings of one amount are equal' => static function () {
		same( true, Puente_Amount::is_same( '12.5', '12.50' ) );
		same( false, Puente_Amount::is_same( '12.5', '12.51' ) );
		same( false, Puente_Amount::is_same( 'x', 'x' ) );
	},
);
