<?php
/**
 * What the card fields are told of a customer.
 *
 * @package Puente
 */

require_once __DIR__ . '/token-stubs.php';

/**
 * What stands in the source of the page to pay the order of a customer, as a visitor opens it.
 */
$told = static function ( $visitor, $customer ) {
	global $puente_options, $puente_orders, $puente_order_to_pay, $puente_user_id;
	$puente_options['woocommerce_puente_settings'] = array(
		'way'               => 'fields',
		'identity_source'   => 'other',
		'identity_meta_key' => '_identity',
	);
	$puente_options['puente_facts']                = array(
		'card_fields' => array(
			'sdk_url'         => 'https://gateway.example/sdk.js',
			'publishable_key' => 'pk_test_1',
		),
	);
	$puente_orders[17]   = new WC_Order(
		array(
			'id'                          => 17,
			'customer_id'                 => $customer,
			'formatted_billing_full_name' => 'Ana Mejía',
			'billing_email'               => 'ana@correo.example',
			'billing_phone'               => '+504 9876-5432',
			'meta'                        => array( '_identity' => '0801-1990-12345' ),
		)
	);
	$puente_order_to_pay = 17;
	$puente_user_id      = $visitor;
	$settings            = Puente_Card_Form::settings();
	$puente_order_to_pay = 0;
	$puente_user_id      = 0;
	return $settings['customer'];
};

$ana  = 5;
$luis = 6;

return array(
	'card form: whoever opens the page to pay an order of a guest finds nothing of the guest in its source' => static function () use ( $told, $ana ) {
		same( array(), $told( 0, 0 ) );
		same( array(), $told( $ana, 0 ) );
	},
	'card form: whoever opens the page to pay an order of another customer finds nothing of them in its source' => static function () use ( $told, $ana, $luis ) {
		same( array(), $told( 0, $ana ) );
		same( array(), $told( $luis, $ana ) );
	},
	'card form: customers who are logged in need not type again what their order says of them' => static function () use ( $told, $ana ) {
		same(
			array(
				'name'            => 'Ana Mejía',
				'email'           => 'ana@correo.example',
				'phone'           => '+504 9876-5432',
				'identity_number' => '0801-1990-12345',
			),
			$told( $ana, $ana )
		);
	},
);
