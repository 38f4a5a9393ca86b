<?php
/**
 * WooCommerce's timer of unpaid orders.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * WooCommerce cancels unpaid orders by its own clock (hold stock), also while the news of a payment
 * is late. So the plugin asks the gateway first, through Puente:
 *
 * - paid: the order is completed instead.
 * - unpaid for sure: Puente has ended its pay link in the same step, and WooCommerce may cancel.
 * - in flight, unknown, or no answer: the order stays until the next run.
 *
 * The gateway cannot close a hosted checkout, so an order with one stays until the checkout expires
 * (the store's `checkout_minutes`), even if that is later than WooCommerce's time: the customer may
 * still pay it. Reserved stock is free again at WooCommerce's time nevertheless.
 *
 * A run asks at most for some seconds, well below a host's limit on a request, and begins at a
 * random order, so that none is always too late.
 */
class Puente_Order_Timer {

	// Upper bounds in seconds from the start of a run: on calls to Puente, and on completions.
	const ASKS_FOR = 12;
	const LASTS    = 20;
	// Age of a run that another one of the same process replaces.
	const FORGETS_AFTER = 10 * MINUTE_IN_SECONDS;

	/**
	 * Current run: `began_at`, `before` (last change of its orders), `listed` (ids), `vias`
	 * (asked about), `answers` by id.
	 *
	 * @var array|null
	 */
	private static $run = null;

	/**
	 * Order that this run holds while WooCommerce cancels it; 0 for none.
	 *
	 * @var int
	 */
	private static $held = 0;

	/**
	 * Hooks into the timer.
	 */
	public static function listen() {
		add_action( 'woocommerce_cancel_unpaid_orders', array( __CLASS__, 'forget_run' ), 0 );
		// Last, since the answer also ends the order's pay link.
		add_filter( 'woocommerce_cancel_unpaid_order', array( __CLASS__, 'may_cancel' ), PHP_INT_MAX, 2 );
		add_action( 'woocommerce_order_status_cancelled', array( __CLASS__, 'let_go' ), PHP_INT_MAX );
		add_action( 'woocommerce_cancel_unpaid_orders', array( __CLASS__, 'let_go' ), PHP_INT_MAX );
	}

	/**
	 * Forgets the previous run of this process.
	 */
	public static function forget_run() {
		self::$run = null;
	}

	/**
	 * Decides whether WooCommerce may cancel an order.
	 *
	 * @param bool           $may   Decision so far.
	 * @param WC_Order|mixed $order Order, as WooCommerce read it.
	 */
	public static function may_cancel( $may, $order ) {
		self::let_go();
		if ( ! $may || ! $order instanceof WC_Order || ! Puente_Chosen_Method::was_sent( $order ) ) {
			return $may;
		}
		$id     = $order->get_id();
		$answer = self::answer_about( $order );
		if ( Puente_Fresh_Order::PAID === $answer['state'] ) {
			if ( self::age() <= self::LASTS ) {
				Puente_Order_Completion::complete( $id, $answer );
			}
			return false;
		}
		return Puente_Fresh_Order::UNPAID === $answer['state'] && self::hold( $id );
	}

	/**
	 * Holds an order that WooCommerce may cancel, until it has: its customer's return, or a
	 * notification, comes before or after.
	 *
	 * @param int $order_id Order.
	 * @return bool Whether the order waits still.
	 */
	private static function hold( $order_id ) {
		if ( ! Puente_Order_Completion::hold( $order_id, 0 ) ) {
			return false;
		}
		self::$held = $order_id;
		if ( self::is_as_listed( $order_id ) ) {
			return true;
		}
		self::let_go();
		return false;
	}

	/**
	 * Ends the hold of an order that WooCommerce has cancelled.
	 */
	public static function let_go() {
		if ( self::$held ) {
			Puente_Order_Completion::let_go( self::$held );
			self::$held = 0;
		}
	}

	/**
	 * Returns whether an order waits as when the run began: since then, its customer may have
	 * returned, or somebody may have paid it.
	 *
	 * @param int $order_id Order.
	 */
	private static function is_as_listed( $order_id ) {
		$order = Puente_Fresh_Order::read_order( $order_id );
		if ( ! $order || ! $order->has_status( 'pending' ) ) {
			return false;
		}
		$changed_at = $order->get_date_modified();
		return ! $changed_at || $changed_at->getTimestamp() <= self::$run['before'];
	}

	/**
	 * Returns the answer about an order; asks about all similar orders of the run first.
	 *
	 * @param WC_Order $order Order.
	 */
	private static function answer_about( WC_Order $order ) {
		if ( null === self::$run || self::age() > self::FORGETS_AFTER ) {
			self::begin();
		}
		$via = $order->get_created_via();
		if ( ! in_array( $via, self::$run['vias'], true ) ) {
			self::$run['vias'][]   = $via;
			self::$run['answers'] += self::ask( self::ids_like( $order ) );
		}
		$id     = $order->get_id();
		$answer = isset( self::$run['answers'][ $id ] ) ? self::$run['answers'][ $id ] : array( 'state' => Puente_Fresh_Order::AWAY );
		// Each answer is good for one decision.
		unset( self::$run['answers'][ $id ] );
		return $answer;
	}

	/**
	 * Begins a run with the orders that WooCommerce is about to cancel. Of two runs at once, the
	 * second cancels none of Puente's orders.
	 */
	private static function begin() {
		$minutes   = absint( get_option( 'woocommerce_hold_stock_minutes', '60' ) );
		self::$run = array(
			'began_at' => call_user_func( Puente_Client::$seconds ),
			'before'   => time() - $minutes * MINUTE_IN_SECONDS,
			'listed'   => array(),
			'vias'     => array(),
			'answers'  => array(),
		);
		if ( true === Puente_Claim::claim( 'order timer', self::LASTS ) ) {
			// phpcs:ignore WordPress.DateTime.CurrentTimeTimestamp.Requested -- As WooCommerce calls it.
			self::$run['listed'] = array_map( 'absint', WC_Data_Store::load( 'order' )->get_unpaid_orders( strtotime( '-' . $minutes . ' MINUTES', current_time( 'timestamp' ) ) ) );
		}
	}

	/**
	 * Returns the listed orders that were sent to Puente and came by the same way, which decides
	 * whether WooCommerce cancels them. Reads ids only, so that WooCommerce reads each order fresh.
	 *
	 * @param WC_Order $order Order.
	 * @return int[] From a random one on.
	 */
	private static function ids_like( WC_Order $order ) {
		if ( ! self::$run['listed'] ) {
			return array();
		}
		$query = array(
			'type'        => 'shop_order',
			'status'      => 'pending',
			'created_via' => $order->get_created_via(),
			'limit'       => -1,
			'return'      => 'ids',
		);
		$ids   = wc_get_orders( array( 'payment_method' => Puente_Gateway::ID ) + $query );
		foreach ( Puente_Chosen_Method::MARKS as $mark ) {
			// phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_key -- Searches pending orders, once per run.
			$ids = array_merge( $ids, wc_get_orders( array( 'meta_key' => $mark ) + $query ) );
		}
		$ids = array_values( array_intersect( self::$run['listed'], array_map( 'absint', $ids ) ) );
		if ( ! $ids ) {
			return array();
		}
		$first = wp_rand( 0, count( $ids ) - 1 );
		return array_merge( array_slice( $ids, $first ), array_slice( $ids, 0, $first ) );
	}

	/**
	 * Asks Puente within the time of a run.
	 *
	 * @param int[] $ids Orders.
	 */
	private static function ask( array $ids ) {
		$limit = (int) ini_get( 'max_execution_time' );
		$lasts = $limit > 0 ? min( self::ASKS_FOR, $limit * 0.4 ) : self::ASKS_FOR;
		$left  = $lasts - self::age();
		if ( ! $ids || $left <= 0 ) {
			return array();
		}
		return Puente_Fresh_Order::answers(
			$ids,
			array(
				'close_unpaid' => true,
				'within'       => $left,
			)
		);
	}

	/**
	 * Seconds since the run began.
	 */
	private static function age() {
		return call_user_func( Puente_Client::$seconds ) - self::$run['began_at'];
	}
}
