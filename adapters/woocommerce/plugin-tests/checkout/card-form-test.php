<?php

final class Puente_Card_Form_Test extends Puente_Test_Case {

	private const ANA = 5;

	private const LUIS = 6;

	/**
	 * Customer data in the source of a pay page, as a visitor opens it.
	 */
	private static function told( $visitor, $customer ) {
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
	}

	public function test_the_fields_ask_before_a_late_choice_clears_them() {
		self::told( 0, 0 );
		$texts = Puente_Card_Form::settings()['texts'];
		self::assertSame( array( 'title', 'save', 'dontSave', 'yes', 'no' ), array_keys( $texts['reload'] ) );
		self::assertNotContains( '', $texts['reload'] );
		self::assertNotSame( '', $texts['ownerChanged'] );
	}

	public function test_the_account_explains_how_to_save_a_card_without_quoting_a_label_that_the_block_lacks() {
		global $puente_options;
		self::told( 0, 0 );
		self::connect();
		$puente_options['woocommerce_puente_settings'] += array(
			'enabled'     => 'yes',
			'saved_cards' => 'yes',
		);
		ob_start();
		Puente_Gateway::say_how_to_save();
		$html = ob_get_clean();
		self::assertStringContainsString( 'tick the box that saves it', $html );
		self::assertStringNotContainsString( '“', $html );
	}

	public function test_the_choice_to_save_the_card_is_offered_before_the_fields() {
		global $puente_user_id;
		self::told( 0, 0 );
		$puente_user_id = self::ANA;
		$gateway        = new class() extends Puente_Gateway {
			public function __construct() {
				$this->id = Puente_Gateway::ID;
			}
			public function supports( $feature ) {
				return 'tokenization' === $feature;
			}
			public function get_description() {
				return '';
			}
			public function tokenization_script() {}
			public function saved_payment_methods() {}
		};
		ob_start();
		Puente_Classic_Fields::show( $gateway );
		$html           = ob_get_clean();
		$puente_user_id = 0;
		self::assertStringContainsString( 'data-puente-card-fields', $html );
		self::assertLessThan( strpos( $html, 'data-puente-card-fields' ), strpos( $html, 'wc-puente-new-payment-method' ) );
	}

	public function test_the_pay_page_of_a_guest_order_does_not_contain_the_data_of_the_guest() {
		self::assertSame( array(), self::told( 0, 0 ) );
		self::assertSame( array(), self::told( self::ANA, 0 ) );
	}

	public function test_the_pay_page_of_an_order_does_not_contain_the_data_of_its_customer_for_another_visitor() {
		self::assertSame( array(), self::told( 0, self::ANA ) );
		self::assertSame( array(), self::told( self::LUIS, self::ANA ) );
	}

	public function test_the_pay_page_prefills_the_data_of_its_logged_in_customer() {
		self::assertSame(
			array(
				'name'            => 'Ana Mejía',
				'email'           => 'ana@correo.example',
				'phone'           => '+504 9876-5432',
				'identity_number' => '0801-1990-12345',
			),
			self::told( self::ANA, self::ANA )
		);
	}
}
