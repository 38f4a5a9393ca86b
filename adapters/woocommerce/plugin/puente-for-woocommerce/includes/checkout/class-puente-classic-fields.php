<?php
/**
 * Classic checkout and order-pay page.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Renders saved cards and the container of the card fields.
 */
class Puente_Classic_Fields {

	const SCRIPT = 'puente-classic';
	// Approved by the gateway's sandbox, and by nothing else.
	const TEST_CARD = '4111 1111 1111 1111';

	/**
	 * Hooks into the pages.
	 */
	public static function listen() {
		add_action( 'wp_enqueue_scripts', array( __CLASS__, 'enqueue' ) );
		// The block can be on any page.
		add_action(
			'woocommerce_blocks_enqueue_checkout_block_scripts_before',
			static function () {
				Puente_Card_Form::register();
				wp_enqueue_style( Puente_Card_Form::STYLE );
			}
		);
	}

	/**
	 * Enqueues style and scripts.
	 */
	public static function enqueue() {
		Puente_Card_Form::register();
		if ( ! is_checkout() || is_order_received_page() ) {
			return;
		}
		wp_enqueue_style( Puente_Card_Form::STYLE );
		$settings = Puente_Card_Form::settings();
		if ( ! $settings || ( has_block( 'woocommerce/checkout' ) && ! is_checkout_pay_page() ) ) {
			return;
		}
		wp_enqueue_script( self::SCRIPT, plugins_url( 'assets/classic.js', PUENTE_FILE ), array( 'jquery', Puente_Card_Form::SCRIPT ), PUENTE_VERSION, true );
		wp_add_inline_script( self::SCRIPT, 'window.puenteClassicSettings = ' . wp_json_encode( $settings, JSON_HEX_TAG | JSON_HEX_AMP ) . ';', 'before' );
	}

	/**
	 * Prints the method's body.
	 *
	 * @param Puente_Gateway $gateway Payment method.
	 */
	public static function show( Puente_Gateway $gateway ) {
		echo wp_kses_post( wpautop( wptexturize( $gateway->get_description() ) ) );
		if ( Puente_Facts::is_test() ) {
			printf( '<p class="puente-test">%s <code>%s</code></p>', esc_html( self::test_words() ), esc_html( self::TEST_CARD ) );
		}
		$can_save = $gateway->supports( 'tokenization' ) && is_checkout();
		if ( $can_save ) {
			$gateway->tokenization_script();
			$gateway->saved_payment_methods();
		}
		if ( Puente_Subscription_Card::is_change_page() ) {
			printf( '<p class="puente-saving">%s</p>', esc_html( Puente_Cannot_Pay::sentence( 'card_needs_a_charge' ) ) );
			return;
		}
		if ( ! Puente_Settings::has_card_fields() ) {
			return;
		}
		// Before the fields: whether they save the card is fixed when they are mounted.
		if ( $can_save && Puente_Gateway::saves_always() ) {
			printf( '<p class="puente-saving">%s</p><input type="hidden" id="wc-%2$s-new-payment-method" name="wc-%2$s-new-payment-method" value="true" />', esc_html( Puente_Gateway::saving_words() ), esc_attr( $gateway->id ) );
		} elseif ( $can_save && self::can_have_account() ) {
			$gateway->save_payment_method_checkbox();
		}
		printf(
			'<fieldset id="wc-%1$s-cc-form" class="wc-credit-card-form wc-payment-form puente-card"><legend class="screen-reader-text">%2$s</legend><div class="puente-card-fields" data-puente-card-fields></div><p class="puente-reading" role="status"></p><p class="puente-say" role="alert" hidden></p><noscript><p>%3$s</p></noscript></fieldset>',
			esc_attr( $gateway->id ),
			esc_html__( 'Card details', 'puente-for-woocommerce' ),
			esc_html__( 'You will enter your card on the secure page of the payment service.', 'puente-for-woocommerce' )
		);
	}

	/**
	 * Returns the test mode notice, which the number of the test card follows.
	 */
	public static function test_words() {
		return __( 'Test mode: no real cards are charged. Pay with this test card, any future date and any security code:', 'puente-for-woocommerce' );
	}

	/**
	 * Returns whether the customer has or can get an account: guests' cards are never saved.
	 */
	private static function can_have_account() {
		return is_user_logged_in() || ( ! is_checkout_pay_page() && WC()->checkout()->is_registration_enabled() );
	}
}
