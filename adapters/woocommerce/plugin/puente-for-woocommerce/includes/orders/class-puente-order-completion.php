<?php
/**
 * Completion of paid orders.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Completes an order that the gateway reports as paid, as Puente's notification does. Both can come
 * at once, and WooCommerce would then reduce the stock and e-mail the customer twice, so a database
 * lock puts one after the other.
 */
class Puente_Order_Completion {

	// Order meta of Puente's notification: the payment.
	const PAYMENT_META = '_puente_payment';
	// Longest waits for the lock, in seconds: of this request, and of a notification.
	const WAITS              = 3;
	const NOTIFICATION_WAITS = 10;

	/**
	 * Order whose lock the current REST request holds.
	 *
	 * @var int
	 */
	private static $locked = 0;

	/**
	 * Hooks into requests that pay an order, before WooCommerce reads it.
	 */
	public static function listen() {
		add_filter( 'rest_request_before_callbacks', array( __CLASS__, 'lock_notification' ), 10, 3 );
		add_filter( 'rest_request_after_callbacks', array( __CLASS__, 'unlock_notification' ) );
	}

	/**
	 * Asks the gateway about orders, and completes the paid ones.
	 *
	 * @param int[] $order_ids Ids.
	 * @param array $options   As for Puente_Fresh_Order::answers().
	 * @return string[] Constants of Puente_Fresh_Order by order id.
	 */
	public static function settle( array $order_ids, array $options = array() ) {
		$answers = Puente_Fresh_Order::answers( $order_ids, $options );
		foreach ( $answers as $order_id => $answer ) {
			self::complete( $order_id, $answer );
		}
		return wp_list_pluck( $answers, 'state' );
	}

	/**
	 * Completes an order. Leaves to Puente's notification what needs a person: another total, or a
	 * status that awaits no payment.
	 *
	 * @param int   $order_id Order.
	 * @param array $answer   As of Puente_Fresh_Order::answers().
	 * @return bool Whether the order is paid now.
	 */
	public static function complete( $order_id, array $answer ) {
		if ( Puente_Fresh_Order::PAID !== $answer['state'] || ! $answer['transaction_id'] || ! self::lock( $order_id, self::WAITS ) ) {
			return false;
		}
		try {
			$order = Puente_Fresh_Order::read_order( $order_id );
			if ( ! $order ) {
				return false;
			}
			if ( $order->has_status( array( 'pending', 'failed' ) ) ) {
				return self::is_of( $order, $answer ) && self::pay( $order, $answer );
			}
			return $answer['transaction_id'] === $order->get_transaction_id();
		} finally {
			self::unlock( $order_id );
		}
	}

	/**
	 * Puts an unpaid order on hold, unless Puente's notification pays it at this moment.
	 *
	 * @param int    $order_id Order.
	 * @param string $note     Why.
	 */
	public static function put_on_hold( $order_id, $note ) {
		if ( false === self::lock( $order_id, self::WAITS ) ) {
			return;
		}
		try {
			$order = Puente_Fresh_Order::read_order( $order_id );
			if ( $order && $order->has_status( array( 'pending', 'failed' ) ) ) {
				$order->update_status( 'on-hold', $note );
			}
		} finally {
			self::unlock( $order_id );
		}
	}

	/**
	 * Lets an unpaid order fail. An order that was failed already gets the note only.
	 *
	 * @param int    $order_id Order.
	 * @param string $note     Why.
	 * @param array  $meta     Meta to write with the status, by name; `null` deletes.
	 * @return bool|null Whether it is failed now; false if it was paid, ended or deleted meanwhile, `null` if
	 *                   another process pays it at this moment.
	 */
	public static function fail( $order_id, $note, array $meta = array() ) {
		if ( false === self::lock( $order_id, self::WAITS ) ) {
			return null;
		}
		try {
			$order = Puente_Fresh_Order::read_order( $order_id );
			if ( ! $order || null !== $order->get_date_paid() || ! $order->has_status( array( 'pending', 'failed', 'on-hold' ) ) ) {
				return false;
			}
			foreach ( $meta as $name => $value ) {
				null === $value ? $order->delete_meta_data( $name ) : $order->update_meta_data( $name, $value );
			}
			if ( $order->has_status( 'failed' ) ) {
				$order->save_meta_data();
				$order->add_order_note( $note );
			} else {
				$order->update_status( 'failed', $note );
			}
			return true;
		} finally {
			self::unlock( $order_id );
		}
	}

	/**
	 * Completes an order that costs nothing, unless another request did.
	 *
	 * @param int $order_id Order.
	 * @return bool False if it was cancelled or deleted meanwhile.
	 */
	public static function complete_free( $order_id ) {
		$is_locked = self::lock( $order_id, self::WAITS );
		try {
			$order = Puente_Fresh_Order::read_order( $order_id );
			if ( ! $order || $order->has_status( 'cancelled' ) ) {
				return false;
			}
			if ( ! $order->is_paid() ) {
				$order->payment_complete();
			}
			return true;
		} finally {
			if ( $is_locked ) {
				self::unlock( $order_id );
			}
		}
	}

	/**
	 * Cancels an unpaid order.
	 *
	 * @param int    $order_id Order.
	 * @param string $note     Why.
	 * @return bool Whether it is cancelled or deleted now; false if it was paid or ended meanwhile, or
	 *              another process pays it at this moment.
	 */
	public static function cancel( $order_id, $note ) {
		if ( false === self::lock( $order_id, self::WAITS ) ) {
			return false;
		}
		try {
			$order = Puente_Fresh_Order::read_order( $order_id );
			if ( $order && null === $order->get_date_paid() && $order->has_status( array( 'pending', 'failed', 'checkout-draft' ) ) ) {
				$order->update_status( 'cancelled', $note );
			}
			return ! $order || $order->has_status( 'cancelled' );
		} finally {
			self::unlock( $order_id );
		}
	}

	/**
	 * Pays an order.
	 *
	 * @param WC_Order $order  Order.
	 * @param array    $answer Answer.
	 */
	private static function pay( WC_Order $order, array $answer ) {
		if ( $answer['payment_id'] ) {
			$order->update_meta_data( self::PAYMENT_META, $answer['payment_id'] );
		}
		if ( Puente_Gateway::ID !== $order->get_payment_method() ) {
			$gateways = WC()->payment_gateways()->payment_gateways();
			$order->set_payment_method( isset( $gateways[ Puente_Gateway::ID ] ) ? $gateways[ Puente_Gateway::ID ] : Puente_Gateway::ID );
		}
		$is_paid = $order->payment_complete( $answer['transaction_id'] );
		Puente_Log::debug(
			'completed an order whose notification is late',
			array(
				'order' => $order->get_id(),
				'paid'  => $is_paid,
			)
		);
		return $is_paid;
	}

	/**
	 * Returns whether an answer is about this very order: a restored shop gives ids out again, and a
	 * total may change after the customer went to pay.
	 *
	 * @param WC_Order $order  Order.
	 * @param array    $answer Answer.
	 */
	private static function is_of( WC_Order $order, array $answer ) {
		$is_same = null === $answer['fingerprint'] || hash( 'sha256', $order->get_order_key() ) === $answer['fingerprint'];
		return $is_same && $order->get_currency() === $answer['currency'] && Puente_Amount::is_same( (string) $order->get_total(), $answer['amount'] );
	}

	/**
	 * Locks the order that a REST request pays. Without a working lock, the request goes on.
	 *
	 * @param mixed           $response Response so far.
	 * @param array           $handler  Route.
	 * @param WP_REST_Request $request  Request.
	 */
	public static function lock_notification( $response, $handler, $request ) {
		$is_payment = preg_match( '#^/wc/v[1-9]/orders/(\d{1,18})$#D', $request->get_route(), $parts ) && 'GET' !== $request->get_method() && $request->get_param( 'set_paid' );
		if ( ! $is_payment || null !== $response ) {
			return $response;
		}
		$is_locked = self::lock( (int) $parts[1], self::NOTIFICATION_WAITS );
		if ( false === $is_locked ) {
			return new WP_Error( 'puente_order_busy', 'The order is being paid by another request.', array( 'status' => 503 ) );
		}
		self::$locked = $is_locked ? (int) $parts[1] : 0;
		return $response;
	}

	/**
	 * Releases the lock of a REST request.
	 *
	 * @param mixed $response Response.
	 */
	public static function unlock_notification( $response ) {
		if ( self::$locked ) {
			self::unlock( self::$locked );
			self::$locked = 0;
		}
		return $response;
	}

	/**
	 * Holds an order, so that no other process pays or cancels it meanwhile.
	 *
	 * @param int $order_id Order.
	 * @param int $seconds  Longest wait.
	 * @return bool False if another process holds it; true without working locks too.
	 */
	public static function hold( $order_id, $seconds ) {
		return false !== self::lock( $order_id, $seconds );
	}

	/**
	 * Ends a hold.
	 *
	 * @param int $order_id Order.
	 */
	public static function let_go( $order_id ) {
		self::unlock( $order_id );
	}

	/**
	 * Locks an order for this database connection.
	 *
	 * @param int $order_id Order.
	 * @param int $seconds  Longest wait.
	 * @return bool|null `null` if the database has no locks.
	 */
	private static function lock( $order_id, $seconds ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- A lock of MySQL, which ends with the connection.
		$is_locked = $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, %d)', self::name( $order_id ), $seconds ) );
		return null === $is_locked ? null : 1 === (int) $is_locked;
	}

	/**
	 * Releases an order.
	 *
	 * @param int $order_id Order.
	 */
	private static function unlock( $order_id ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- See lock().
		$wpdb->query( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', self::name( $order_id ) ) );
	}

	/**
	 * Names the lock; locks belong to the server, which may have several sites.
	 *
	 * @param int $order_id Order.
	 */
	private static function name( $order_id ) {
		global $wpdb;
		return 'puente_order_' . substr( hash( 'sha256', DB_NAME . ' ' . $wpdb->prefix . ' ' . $order_id ), 0, 40 );
	}
}
