<?php
/**
 * Error for the customer.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * WooCommerce's checkouts display its message.
 */
class Puente_Cannot_Pay extends Exception {

	/**
	 * Escapes the sentence: checkouts print it unescaped.
	 *
	 * @param string $sentence Message for the customer.
	 */
	public function __construct( $sentence ) {
		parent::__construct( esc_html( $sentence ) );
	}

	/**
	 * Creates the error for a code.
	 *
	 * @param string $code Refusal code, or `unreachable`.
	 */
	public static function by_code( $code ) {
		return new self( self::sentence( $code ) );
	}

	/**
	 * Creates the error for a refusal, preferring its own customer message.
	 *
	 * @param Puente_Answer $answer Refusal.
	 */
	public static function because_of( Puente_Answer $answer ) {
		$own = $answer->text( 'customer_message' );
		return new self( '' === $own ? self::sentence( $answer->code() ) : $own );
	}

	/**
	 * Returns the sentence for a code.
	 *
	 * @param string $code Refusal code.
	 */
	public static function sentence( $code ) {
		switch ( $code ) {
			case 'card_declined':
				return __( 'Your card was declined. Nothing was charged. Try another card.', 'puente-for-woocommerce' );
			case 'no_charge_known':
				return __( 'We found no charge on your card. Enter it again: you are charged only once.', 'puente-for-woocommerce' );
			case 'token_refused':
				return __( 'Enter your card again. Nothing was charged.', 'puente-for-woocommerce' );
			case 'no_such_saved_card':
				return __( 'This saved card no longer works, so we removed it from your list. Nothing was charged. Choose another card.', 'puente-for-woocommerce' );
			case 'unknown_card':
				return __( 'This saved card is not available in this shop. Nothing was charged. Choose another card.', 'puente-for-woocommerce' );
			case 'saved_cards_disabled':
				return __( 'This shop cannot charge saved cards at the moment. Nothing was charged. Enter your card details.', 'puente-for-woocommerce' );
			case 'already_paid_at_gateway':
				return __( 'We already received a payment for this order. You will not be charged again. Contact the shop.', 'puente-for-woocommerce' );
			case 'order_cancelled':
				return __( 'This order was cancelled and can no longer be paid. Place a new order.', 'puente-for-woocommerce' );
			case 'currency_refused':
				return __( 'This shop cannot take cards in this currency at the moment. Nothing was charged. Choose another way to pay, or contact the shop.', 'puente-for-woocommerce' );
			case 'amount_refused':
				return __( 'The total of this order cannot be paid by card. Nothing was charged. Choose another way to pay, or contact the shop.', 'puente-for-woocommerce' );
			case 'charge_unknown':
				return __( 'We are checking your payment: it takes longer than usual. Do not pay in another way. Press the button again in a minute: it first checks whether your card was charged, and does not charge it twice.', 'puente-for-woocommerce' );
			case 'card_needs_a_charge':
				return __( 'A new card is saved when you pay with it. Choose a saved card here, or pay the next renewal (or renew early) with the new one.', 'puente-for-woocommerce' );
			case 'unreachable':
				return __( 'The payment service is not responding. Nothing was charged. Press the button again in a minute.', 'puente-for-woocommerce' );
			default:
				return __( 'The payment could not start. Nothing was charged. Try again, or contact the shop.', 'puente-for-woocommerce' );
		}
	}
}
