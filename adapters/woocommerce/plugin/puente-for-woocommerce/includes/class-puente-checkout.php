<?php
/**
 * Sends an order to be paid.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Asks Puente for the payment of an order, and knows where the customer goes next. It never says that
 * an order is paid: Puente does that, when the gateway has confirmed it.
 */
class Puente_Checkout {

	// Seconds that a customer waits for a click, whatever happens to Puente. The second try is for a first one that
	// failed at once.
	const PATIENCE = 10;
	// Error paths of the total: in Puente's request, and in the gateway's words for a charge.
	const AMOUNT_PATHS = array( 'order.total', 'order.amount', 'amount' );

	/**
	 * Has an order paid.
	 *
	 * @param WC_Order $order The order.
	 * @param array    $way   `type` and what it needs: `hosted`, `saved_card` or `card_fields`. Whoever presses the
	 *                        button without a card while a charge is unknown only finds out what became of it.
	 * @return string The address to which the customer goes.
	 * @throws Puente_Cannot_Pay With a sentence for the customer.
	 */
	public static function pay( WC_Order $order, array $way ) {
		$client = Puente_Client::current();
		if ( ! $client ) {
			Puente_Log::error( 'the site is not connected to Puente', array( 'order' => $order->get_id() ) );
			throw Puente_Cannot_Pay::by_code( 'not_connected' );
		}
		$paid_before = Puente_Unpaid_Orders::paid_before( $order );
		if ( $paid_before ) {
			Puente_Unknown_Charge::clear( $paid_before );
			/* translators: %s: the number of an order */
			$order->update_status( 'cancelled', sprintf( __( 'The customer has paid the same cart with order %s already.', 'puente-for-woocommerce' ), $paid_before->get_order_number() ) );
			return $paid_before->get_checkout_order_received_url();
		}
		$is_charge   = 'hosted' !== $way['type'];
		$was_charged = Puente_Unknown_Charge::is_of( $order );
		if ( $was_charged && ! $is_charge && Puente_Settings::has_card_fields() ) {
			$way = array( 'type' => 'find_out' );
		}
		// Before the call as well: of two orders at once, each finds the other.
		Puente_Unpaid_Orders::remember( $order );
		Puente_Chosen_Method::mark( $order );
		if ( $is_charge ) {
			// Before the call: this site may not live to see the answer.
			Puente_Unknown_Charge::note( $order );
		}

		$body        = array(
			'order'       => Puente_Order_Payload::of( $order ),
			'success_url' => $order->get_checkout_order_received_url(),
			'cancel_url'  => self::way_back( $order ),
			'way'         => self::with_return_addresses( $way, $order ),
			'abandons'    => Puente_Unpaid_Orders::abandoned_by( $order ),
		);
		$answer      = $client->call(
			'POST',
			'/v1/woocommerce/checkouts',
			$body,
			array(
				'timeouts'  => array( self::PATIENCE, self::PATIENCE ),
				'within'    => self::PATIENCE,
				'expects'   => array( 'result' ),
				'may_be_in' => $was_charged,
			)
		);
		// A charge of which Puente knows nothing may still be on its way to it.
		if ( Puente_Answer::UNKNOWN !== $answer->case && 'no_charge_known' !== $answer->code() ) {
			Puente_Unknown_Charge::clear( $order );
		}
		$is_currency_refused = Puente_Accepted_Currencies::learn( $answer, $order->get_currency(), $client->store_id() );
		if ( $answer->is_fine() ) {
			return self::next_address( $answer, $order );
		}
		Puente_Log::error( 'an order was not sent to be paid', array( 'order' => $order->get_id() ) + $answer->for_log() );
		if ( Puente_Answer::UNKNOWN === $answer->case ) {
			if ( $is_charge || $was_charged ) {
				// Perhaps the card was charged. The same again is safe: Puente finds out before it charges.
				throw Puente_Cannot_Pay::by_code( 'charge_unknown' );
			}
		}
		if ( ! $answer->is_refusal() ) {
			throw Puente_Cannot_Pay::by_code( 'unreachable' );
		}
		if ( $is_currency_refused ) {
			throw Puente_Cannot_Pay::by_code( 'currency_refused' );
		}
		return self::after_refusal( $answer, $order, $way );
	}

	/**
	 * Where the customer goes after Puente took the order.
	 *
	 * @param Puente_Answer $answer The answer.
	 * @param WC_Order      $order  The order.
	 * @return string
	 */
	private static function next_address( Puente_Answer $answer, WC_Order $order ) {
		$url = isset( $answer->body['url'] ) && is_string( $answer->body['url'] ) ? $answer->body['url'] : '';
		// The address of a bank carries a signature, so it is used as it came.
		if ( 'redirect' === $answer->text( 'result' ) && preg_match( '#^https?://[^\s"\'<>\\\\]+$#iD', $url ) ) {
			return $url;
		}
		return $order->get_checkout_order_received_url();
	}

	/**
	 * What follows when Puente refused.
	 *
	 * @param Puente_Answer $answer The refusal.
	 * @param WC_Order      $order  The order.
	 * @param array         $way    The way to pay.
	 * @return string The address to which the customer goes.
	 * @throws Puente_Cannot_Pay With a sentence for the customer.
	 */
	private static function after_refusal( Puente_Answer $answer, WC_Order $order, array $way ) {
		if ( in_array( $answer->code(), array( 'order_already_paid', 'charge_unresolved' ), true ) ) {
			return $order->get_checkout_order_received_url();
		}
		if ( array_intersect( self::AMOUNT_PATHS, $answer->error_paths() ) ) {
			/* translators: %s: what Puente or the gateway says about the total */
			$order->add_order_note( sprintf( __( 'Puente could not have this order paid: its total was refused. %s', 'puente-for-woocommerce' ), $answer->words() ) );
			throw Puente_Cannot_Pay::by_code( 'amount_refused' );
		}
		if ( 'no_such_saved_card' === $answer->code() && 'saved_card' === $way['type'] ) {
			Puente_Saved_Cards::remove( $way['payment_method_id'] );
		}
		throw Puente_Cannot_Pay::because_of( $answer ); // phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Its constructor escapes.
	}

	/**
	 * Card fields can lead to the bank of the customer, and the bank leads back.
	 *
	 * @param array    $way   The way to pay.
	 * @param WC_Order $order The order.
	 * @return array
	 */
	private static function with_return_addresses( array $way, WC_Order $order ) {
		if ( 'card_fields' !== $way['type'] ) {
			return $way;
		}
		return $way + array(
			'success_redirect_url' => $order->get_checkout_order_received_url(),
			'failed_redirect_url'  => add_query_arg( Puente_Pay_Page::DECLINED, '1', $order->get_checkout_payment_url() ),
		);
	}

	/**
	 * Where a customer goes who does not want to pay now: back to where the order was placed. The
	 * checkout uses the same order again; an order that has its own page to be paid has that.
	 *
	 * @param WC_Order $order The order.
	 * @return string
	 */
	private static function way_back( WC_Order $order ) {
		return Puente_Unpaid_Orders::is_of_this_checkout( $order ) ? wc_get_checkout_url() : $order->get_checkout_payment_url();
	}
}
