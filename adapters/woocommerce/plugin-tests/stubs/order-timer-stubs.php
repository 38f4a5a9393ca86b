<?php
/**
 * Stubs of a shop with a database: orders are read from rows, and WooCommerce's timer runs on them.
 *
 * @package Puente
 */

define( 'DB_NAME', 'shop' );

function wp_rand( $least, $most ) {
	return mt_rand( $least, $most );
}

function current_time() {
	return time();
}

/**
 * Snapshot of a row; only save() and the like write it back.
 */
class Puente_Shop_Order extends WC_Order {

	private $row;
	private $changes = array();

	public function __construct( array $row ) {
		parent::__construct( $row );
		$this->row = $row;
	}

	public function get_date_modified() {
		return ( new WC_DateTime() )->setTimestamp( $this->row['modified'] );
	}

	public function set_payment_method( $method ) {
		$this->changes['payment_method'] = $method;
	}

	public function update_meta_data( $key, $value ) {
		$this->changes['meta'] = array( $key => $value ) + ( isset( $this->changes['meta'] ) ? $this->changes['meta'] : $this->row['meta'] );
	}

	/**
	 * As WooCommerce: acts on its snapshot, then the hooks of the new status change the stock.
	 */
	public function payment_complete( $transaction_id ) {
		if ( in_array( $this->row['status'], array( 'pending', 'failed', 'on-hold', 'cancelled' ), true ) ) {
			$this->write(
				array(
					'status'         => 'processing',
					'transaction_id' => $transaction_id,
					'emails'         => Puente_Shop::$rows[ $this->row['id'] ]['emails'] + 1,
				)
			);
		}
		return true;
	}

	public function update_status( $status, $note = '' ) {
		$this->write( array( 'status' => $status ) );
	}

	private function write( array $values ) {
		$id                       = $this->row['id'];
		$this->row                = $values + $this->changes + $this->row;
		Puente_Shop::$rows[ $id ] = $values + $this->changes + array( 'modified' => time() ) + Puente_Shop::$rows[ $id ];
		// wc_maybe_reduce_stock_levels() and wc_maybe_increase_stock_levels(), by the flag in the database.
		$is_reduced = Puente_Shop::$rows[ $id ]['stock_reduced'];
		if ( 'processing' === $values['status'] && ! $is_reduced ) {
			--Puente_Shop::$stock;
			Puente_Shop::$rows[ $id ]['stock_reduced'] = true;
		}
		if ( 'cancelled' === $values['status'] && $is_reduced ) {
			++Puente_Shop::$stock;
			Puente_Shop::$rows[ $id ]['stock_reduced'] = false;
		}
		do_action( 'woocommerce_order_status_' . $values['status'], $id, $this );
	}
}

/**
 * Rows of the shop, and WooCommerce's timer.
 */
class Puente_Shop {

	/**
	 * Orders by id.
	 *
	 * @var array[]
	 */
	public static $rows = array();

	/**
	 * Pieces in stock.
	 *
	 * @var int
	 */
	public static $stock = 0;

	public static function open( $stock = 1000 ) {
		self::$rows  = array();
		self::$stock = $stock;
	}

	public static function place( $id, array $values = array() ) {
		global $puente_orders;
		self::$rows[ $id ]    = $values + array(
			'id'             => $id,
			'status'         => 'pending',
			'payment_method' => 'puente',
			'created_via'    => 'checkout',
			'order_key'      => 'wc_order_' . $id,
			'currency'       => 'HNL',
			'total'          => '100.00',
			'transaction_id' => '',
			'modified'       => time() - 2 * HOUR_IN_SECONDS,
			'stock_reduced'  => false,
			'emails'         => 0,
			'meta'           => array(),
		);
		$puente_orders[ $id ] = static function () use ( $id ) {
			return isset( self::$rows[ $id ] ) ? new Puente_Shop_Order( self::$rows[ $id ] ) : false;
		};
	}

	public static function remove( $id ) {
		unset( self::$rows[ $id ] );
	}

	public static function pay( $id, $transaction_id ) {
		wc_get_order( $id )->payment_complete( $transaction_id );
	}

	public static function status( $id ) {
		return self::$rows[ $id ]['status'];
	}

	public static function statuses() {
		return array_count_values( array_column( self::$rows, 'status' ) );
	}
}

/**
 * Data store of orders: ids of pending orders that did not change since a time of the shop's clock.
 */
class WC_Data_Store {

	public static function load() {
		return new self();
	}

	public function get_unpaid_orders( $date ) {
		$ids = array();
		foreach ( Puente_Shop::$rows as $id => $row ) {
			if ( 'pending' === $row['status'] && $row['modified'] < $date ) {
				$ids[] = (string) $id;
			}
		}
		return $ids;
	}
}

/**
 * As WooCommerce 10: lists the orders, then asks and cancels one by one, whatever became of them.
 */
function wc_cancel_unpaid_orders() {
	$held_duration = get_option( 'woocommerce_hold_stock_minutes', '60' );
	$unpaid_orders = WC_Data_Store::load()->get_unpaid_orders( strtotime( '-' . absint( $held_duration ) . ' MINUTES', current_time() ) );
	foreach ( $unpaid_orders as $unpaid_order ) {
		$order = wc_get_order( $unpaid_order );
		if ( ! $order instanceof WC_Order ) {
			continue;
		}
		if ( apply_filters( 'woocommerce_cancel_unpaid_order', in_array( $order->get_created_via(), array( 'checkout', 'store-api' ), true ), $order ) ) {
			$order->update_status( 'cancelled' );
		}
	}
}

/**
 * Database with locks of MySQL and claims.
 */
class Puente_Locks extends Puente_Claims_Database {

	/**
	 * What GET_LOCK answers.
	 *
	 * @var string|null
	 */
	public $answer = '1';

	/**
	 * Called while the lock is waited for.
	 *
	 * @var callable|null
	 */
	public $meanwhile = null;

	/**
	 * Locks now held.
	 *
	 * @var int
	 */
	public $held = 0;

	public function get_var() {
		if ( $this->meanwhile ) {
			call_user_func( $this->meanwhile );
			$this->meanwhile = null;
		}
		$this->held += '1' === $this->answer ? 1 : 0;
		return $this->answer;
	}

	public function query( array $query ) {
		if ( 'SELECT' === $query[0] ) {
			--$this->held;
			return 1;
		}
		return parent::query( $query );
	}
}

/**
 * Grants a claim without a row or with an expired one.
 */
class Puente_Claims_Database {

	public $options = 'wp_options';
	public $prefix  = 'wp_';
	public $until   = array();

	public function prepare( $query, ...$values ) {
		return array( strtok( $query, ' ' ), $values );
	}

	public function query( array $query ) {
		list( $verb, $values ) = $query;
		if ( 'INSERT' !== $verb || isset( $this->until[ $values[0] ] ) ) {
			return 0;
		}
		$this->until[ $values[0] ] = (int) $values[1];
		return 1;
	}
}
