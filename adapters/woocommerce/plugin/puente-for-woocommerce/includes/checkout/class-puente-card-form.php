<?php
/**
 * Card fields.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Shared by the classic checkout and the checkout block.
 */
class Puente_Card_Form {

	const SCRIPT = 'puente-card-fields';
	const STYLE  = 'puente-checkout';

	/**
	 * Registers the shared script and style.
	 */
	public static function register() {
		wp_register_script( self::SCRIPT, plugins_url( 'assets/card-fields.js', PUENTE_FILE ), array(), PUENTE_VERSION, true );
		wp_register_style( self::STYLE, plugins_url( 'assets/checkout.css', PUENTE_FILE ), array(), PUENTE_VERSION );
	}

	/**
	 * Returns the script's settings.
	 *
	 * @return array|null `null` if customers type their card on the gateway's page.
	 */
	public static function settings() {
		$card_fields = Puente_Settings::has_card_fields() ? Puente_Facts::card_fields() : null;
		if ( ! $card_fields ) {
			return null;
		}
		return array(
			'sdkUrl'          => $card_fields['sdk_url'],
			'publishableKey'  => $card_fields['publishable_key'],
			'locale'          => Puente_Client::language(),
			'customer'        => self::known_customer(),
			'identityField'   => self::identity_field(),
			'savesAlways'     => Puente_Gateway::saves_always(),
			'isChargeUnknown' => Puente_Unknown_Charge::is_of_this_visit(),
			'texts'           => array(
				'chargeUnknown' => Puente_Cannot_Pay::sentence( 'charge_unknown' ),
				'incomplete'    => __( 'Complete the card details: number, expiry date, security code and name on the card.', 'puente-for-woocommerce' ),
				'legend'        => __( 'Card details', 'puente-for-woocommerce' ),
				'reading'       => __( 'Reading the card…', 'puente-for-woocommerce' ),
				'declined'      => __( 'The card was not accepted. Check its details or try another card.', 'puente-for-woocommerce' ),
				'failed'        => __( 'The card could not be read. Try again.', 'puente-for-woocommerce' ),
				'ownerChanged'  => __( 'The details that the card is saved with changed. Enter the card again.', 'puente-for-woocommerce' ),
				'reload'        => array(
					'title'    => __( 'Enter the card again?', 'puente-for-woocommerce' ),
					'save'     => __( 'To save the card, the fields have to be cleared and filled in again.', 'puente-for-woocommerce' ),
					'dontSave' => __( 'To pay without saving the card, the fields have to be cleared and filled in again.', 'puente-for-woocommerce' ),
					'yes'      => __( 'Clear the fields', 'puente-for-woocommerce' ),
					'no'       => __( 'Leave them as they are', 'puente-for-woocommerce' ),
				),
				'unavailable'   => __( 'You will enter your card on the secure page of the payment service.', 'puente-for-woocommerce' ),
			),
		);
	}

	/**
	 * Returns customer data for the logged-in owner only: a link or guessed number opens the pay
	 * page, with these data in its source. The form overrides them.
	 */
	private static function known_customer() {
		$order = is_checkout_pay_page() ? wc_get_order( absint( get_query_var( 'order-pay' ) ) ) : null;
		if ( $order instanceof WC_Order && $order->get_customer_id() > 0 && get_current_user_id() === $order->get_customer_id() ) {
			$customer = array(
				'name'            => $order->get_formatted_billing_full_name(),
				'email'           => $order->get_billing_email(),
				'phone'           => $order->get_billing_phone(),
				'identity_number' => Puente_Identity_Number::of_order( $order ),
			);
			return array_filter( array_map( 'trim', array_map( 'strval', $customer ) ) );
		}
		return array_filter( array( 'identity_number' => (string) Puente_Identity_Number::of_customer( get_current_user_id() ) ) );
	}

	/**
	 * Returns the form field of the identity number.
	 */
	private static function identity_field() {
		if ( 'other' === Puente_Settings::get( 'identity_source', 'none' ) ) {
			return ltrim( Puente_Settings::get( 'identity_meta_key' ), '_' );
		}
		return Puente_Identity_Number::CLASSIC_FIELD;
	}
}
