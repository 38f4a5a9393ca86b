<?php
/**
 * Cancellation of a refund.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * A row may go only once Puente confirms that no money will move; otherwise the gateway would pay
 * out unrecorded. Each deletion queries Puente, since stored states may be stale.
 */
class Puente_Refund_Cancellation {

	const TRIES = array(
		'timeoutSeconds' => 12,
		'withinSeconds'  => 21,
		'maxRetries'     => 1,
	);

	/**
	 * Cancels the refund of a row and notes the outcome.
	 *
	 * @param WC_Order        $order Order.
	 * @param WC_Order_Refund $row   Row.
	 * @return string|null Why the row must stay; `null` if it may go.
	 */
	public static function refusal( WC_Order $order, $row ) {
		if ( ! Puente_Refund_Request::may_be_open( $row ) ) {
			return null;
		}
		if ( Puente_Refund_Request::claim( $row->get_id() ) ) {
			$reading = self::reading( $order, $row );
			if ( ! $reading['may_go'] ) {
				Puente_Refund_Request::release( $row->get_id() );
			}
		} else {
			/* translators: %s: an amount with its currency */
			$reading = self::stay( __( 'The refund of %s was not deleted: a retry of this refund is in flight. Try again in a minute.', 'puente-for-woocommerce' ) );
		}
		$text = sprintf( $reading['text'], Puente_Refunds::money( $order, $row ) );
		$order->add_order_note( $text );
		return $reading['may_go'] ? null : $text;
	}

	/**
	 * Cancels the refund, and decides.
	 *
	 * @param WC_Order        $order Order.
	 * @param WC_Order_Refund $row   Row.
	 * @return array As go() and stay() return it.
	 */
	private static function reading( WC_Order $order, $row ) {
		// A retry may have asked since this process read the row.
		$row->read_meta_data( true );
		$client = Puente_Refund_Request::client( $row );
		return $client
			? self::read( self::ask( $client, $order, $row ), Puente_Refund_Request::may_arrive( $row ) )
			: self::of_another_store( $row );
	}

	/**
	 * Decides without the row's store, which alone knows the state. A test refund may go: it moves
	 * no real money.
	 *
	 * @param WC_Order_Refund $row Row.
	 * @return array `text`, with the amount's placeholder, and `may_go`.
	 */
	private static function of_another_store( $row ) {
		return Puente_Refund_Request::was_test( $row )
			/* translators: %s: an amount with its currency */
			? self::go( __( 'The refund of %s was deleted. It was requested with test keys, so no real money is refunded.', 'puente-for-woocommerce' ) )
			/* translators: %s: an amount with its currency */
			: self::stay( __( 'The refund of %s was not deleted: this site is not connected to the Puente store that received it, so the plugin cannot cancel it there. Connect that store again. If that is no longer possible, check in the gateway\'s portal whether the money was refunded. If it was not, deactivate this plugin, delete the refund, and activate the plugin again.', 'puente-for-woocommerce' ) );
	}

	/**
	 * Interprets Puente's answer.
	 *
	 * @param Puente_Answer $answer     Puente's answer.
	 * @param bool          $may_arrive Whether the request may be in flight.
	 * @return array `text` with a placeholder for the amount, and `may_go`.
	 */
	private static function read( Puente_Answer $answer, $may_arrive ) {
		if ( $answer->is_fine() ) {
			/* translators: %s: an amount with its currency */
			return self::go( __( 'The refund of %s was cancelled before Puente requested it from the gateway. No money is refunded.', 'puente-for-woocommerce' ) );
		}
		switch ( $answer->is_refusal() ? $answer->code() : '' ) {
			case 'no_such_order':
			case 'no_such_refund':
				return $may_arrive
					/* translators: %s: an amount with its currency */
					? self::stay( __( 'The refund of %s was not deleted: it is not certain yet whether it reached Puente. Try again in ten minutes.', 'puente-for-woocommerce' ) )
					/* translators: %s: an amount with its currency */
					: self::go( __( 'The refund of %s was deleted: it never reached Puente. No money is refunded.', 'puente-for-woocommerce' ) );
			case 'refund_refused':
				/* translators: %s: an amount with its currency */
				return self::go( __( 'The refund of %s was deleted: it was refused. No money is refunded.', 'puente-for-woocommerce' ) );
			case 'refund_done':
			case 'refund_under_way':
				/* translators: %s: an amount with its currency */
				return self::stay( __( 'The refund of %s can no longer be cancelled: the gateway has refunded the money or is processing the refund. It was not deleted.', 'puente-for-woocommerce' ) );
			default:
				/* translators: %s: an amount with its currency */
				return self::stay( __( 'Puente is not responding, so the refund of %s was neither cancelled nor deleted. Try again later.', 'puente-for-woocommerce' ) );
		}
	}

	/**
	 * Lets the row go.
	 *
	 * @param string $text Note for the store.
	 */
	private static function go( $text ) {
		return array(
			'text'   => $text,
			'may_go' => true,
		);
	}

	/**
	 * Keeps the row.
	 *
	 * @param string $text Note for the store.
	 */
	private static function stay( $text ) {
		return array(
			'text'   => $text,
			'may_go' => false,
		);
	}

	/**
	 * Cancels by idempotency key: the response with Puente's id may be lost.
	 *
	 * @param Puente_Client   $client Client.
	 * @param WC_Order        $order  Order.
	 * @param WC_Order_Refund $row    Row.
	 */
	private static function ask( Puente_Client $client, WC_Order $order, $row ) {
		return $client->call(
			'POST',
			'/v1/orders/' . $order->get_id() . '/refunds/cancel',
			array( 'idempotency_key' => Puente_Refunds::key( $row ) ),
			self::TRIES + array( 'expects' => array( 'refund', 'id' ) )
		);
	}
}
