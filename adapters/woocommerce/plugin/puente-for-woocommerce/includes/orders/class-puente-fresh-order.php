<?php
/**
 * Questions to the gateway about orders.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Puente asks the gateway for the payments of an order. Only `paid` and `unpaid` are certain: a
 * hosted checkout cannot be closed at the gateway, so an order is in flight until it expires.
 */
class Puente_Fresh_Order {

	const PAID      = 'paid';
	const IN_FLIGHT = 'in_flight';
	const UNPAID    = 'unpaid';
	const UNKNOWN   = 'unknown';
	// Puente was not asked, or did not answer.
	const AWAY = 'away';
	// Orders of a call, and its timeout in seconds; Puente answers within six.
	const PER_CALL = 50;
	const TIMEOUT  = 9;

	/**
	 * Returns the state of orders.
	 *
	 * @param int[] $order_ids Ids.
	 * @return string[] Constants by order id.
	 */
	public static function ask( array $order_ids ) {
		return wp_list_pluck( self::answers( $order_ids ), 'state' );
	}

	/**
	 * Returns the states with the facts of the payment. After a call without an answer, asks no
	 * further ones.
	 *
	 * @param int[] $order_ids Ids.
	 * @param array $options   `close_unpaid`: end the pay links of unpaid orders. `within`: upper bound on
	 *                         all calls, in seconds.
	 * @return array[] By order id: `state`, `transaction_id`, `payment_id`, `amount`, `currency`, `fingerprint`.
	 */
	public static function answers( array $order_ids, array $options = array() ) {
		$ids     = array_values( array_unique( array_filter( array_map( 'absint', $order_ids ) ) ) );
		$answers = array_fill_keys( $ids, self::without_facts( self::AWAY ) );
		$client  = Puente_Client::current();
		$ends_at = call_user_func( Puente_Client::$seconds ) + ( isset( $options['within'] ) ? $options['within'] : INF );
		foreach ( $client ? array_chunk( $ids, self::PER_CALL ) : array() as $chunk ) {
			$left = $ends_at - call_user_func( Puente_Client::$seconds );
			if ( $left < Puente_Client::SHORTEST_TRY ) {
				break;
			}
			$timeout = min( self::TIMEOUT, $left );
			$answer  = $client->call(
				'POST',
				'/v1/woocommerce/orders/ask',
				array(
					'order_ids' => array_map( 'strval', $chunk ),
					// Puente closes no pay link later than that.
					'within_ms' => (int) floor( 1000 * $timeout ),
				) + ( empty( $options['close_unpaid'] ) ? array() : array( 'close_unpaid' => true ) ),
				array( 'timeoutSeconds' => $timeout )
			);
			if ( ! $answer->is_fine() || ! isset( $answer->body['orders'] ) || ! is_array( $answer->body['orders'] ) ) {
				break;
			}
			$answers = self::read( $answer->body['orders'], $chunk ) + $answers;
		}
		return $answers;
	}

	/**
	 * Reads an order past the caches of this request: another process may have paid it since.
	 *
	 * @param int $order_id Id.
	 * @return WC_Order|null `null` if deleted.
	 */
	public static function read_order( $order_id ) {
		self::forget( $order_id );
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order ) {
			return null;
		}
		$order->read_meta_data( true );
		return $order;
	}

	/**
	 * Drops an order or a refund from the caches of this request.
	 *
	 * @param int $order_id Id.
	 */
	public static function forget( $order_id ) {
		clean_post_cache( $order_id );
		$cache = 'Automattic\WooCommerce\Caches\OrderCache';
		if ( class_exists( $cache ) ) {
			wc_get_container()->get( $cache )->remove( $order_id );
		}
		$store = WC_Data_Store::load( 'order' );
		if ( method_exists( $store, 'has_callable' ) && $store->has_callable( 'clear_cached_data' ) ) {
			$store->clear_cached_data( array( $order_id ) );
		}
	}

	/**
	 * Reads an answer; an order that it does not name, or names oddly, is unknown.
	 *
	 * @param array $orders Answered orders.
	 * @param int[] $ids    Orders asked about.
	 */
	private static function read( array $orders, array $ids ) {
		$answers = array_fill_keys( $ids, self::without_facts( self::UNKNOWN ) );
		foreach ( $orders as $one ) {
			$id = is_array( $one ) && isset( $one['order_id'] ) && is_string( $one['order_id'] ) ? absint( $one['order_id'] ) : 0;
			if ( ! isset( $answers[ $id ], $one['state'] ) || ! in_array( $one['state'], array( self::PAID, self::IN_FLIGHT, self::UNPAID ), true ) ) {
				continue;
			}
			$answers[ $id ]['state'] = $one['state'];
			foreach ( array( 'transaction_id', 'payment_id', 'amount', 'currency', 'fingerprint' ) as $name ) {
				$answers[ $id ][ $name ] = isset( $one[ $name ] ) && is_string( $one[ $name ] ) ? sanitize_text_field( $one[ $name ] ) : null;
			}
		}
		return $answers;
	}

	/**
	 * Creates an answer without a payment.
	 *
	 * @param string $state A constant.
	 */
	private static function without_facts( $state ) {
		return array( 'state' => $state ) + array_fill_keys( array( 'transaction_id', 'payment_id', 'amount', 'currency', 'fingerprint' ), null );
	}
}
