<?php
/**
 * Stub of an order in posts storage.
 *
 * @package Puente
 */

/**
 * Keeps a row apart from each request's memory. As Abstract_WC_Order_Data_Store_CPT::update(), a save
 * rewrites the post with its status from memory, but only if a field of the post changed.
 */
class Puente_Posts_Order extends WC_Order {

	const POST_FIELDS = array( 'date_created', 'date_modified', 'status' );

	/**
	 * Rows by id.
	 *
	 * @var array[]
	 */
	public static $rows = array();

	private $id;
	private $changes      = array();
	private $changed_meta = array();

	/**
	 * Places an order, which each request reads anew.
	 */
	public static function place( array $row ) {
		global $puente_orders;
		$id                   = $row['id'];
		self::$rows[ $id ]    = $row + array( 'meta' => array() );
		$puente_orders[ $id ] = static function () use ( $id ) {
			return isset( self::$rows[ $id ] ) ? new self( self::$rows[ $id ] ) : false;
		};
	}

	public function __construct( array $row ) {
		parent::__construct( $row );
		$this->id = $row['id'];
	}

	public function __call( $name, $arguments ) {
		if ( 0 === strpos( $name, 'set_' ) ) {
			$this->changes[ substr( $name, 4 ) ] = $arguments[0];
		}
		if ( in_array( $name, array( 'update_meta_data', 'delete_meta_data' ), true ) ) {
			$this->changed_meta[ $arguments[0] ] = isset( $arguments[1] ) ? $arguments[1] : null;
		}
		return parent::__call( $name, $arguments );
	}

	public function save() {
		$this->save_meta_data();
		foreach ( array_intersect( self::POST_FIELDS, array_keys( $this->changes ) ) ? self::POST_FIELDS : array() as $field ) {
			self::$rows[ $this->id ][ $field ] = $this->{"get_$field"}();
		}
		self::$rows[ $this->id ] = $this->changes + self::$rows[ $this->id ];
		$this->changes           = array();
	}

	/**
	 * As WooCommerce: writes the status that this request wants over the one in the database.
	 */
	public function update_status( $status, $note = '' ) {
		$this->set_status( $status );
		$this->save();
		return true;
	}

	/**
	 * As WooCommerce: decides by the status in memory.
	 */
	public function payment_complete() {
		if ( $this->has_status( array( 'pending', 'failed', 'on-hold', 'cancelled' ) ) ) {
			$this->set_status( 'processing' );
			$this->set_date_paid( new WC_DateTime() );
			$this->save();
			self::$rows[ $this->id ]['completions'] = 1 + ( isset( self::$rows[ $this->id ]['completions'] ) ? self::$rows[ $this->id ]['completions'] : 0 );
		}
		return true;
	}

	public function save_meta_data() {
		foreach ( $this->changed_meta as $key => $value ) {
			self::$rows[ $this->id ]['meta'][ $key ] = $value;
		}
		self::$rows[ $this->id ]['meta'] = array_filter( self::$rows[ $this->id ]['meta'], 'is_string' );
		$this->changed_meta              = array();
	}

	public function read_meta_data() {
		parent::__call( 'set_meta', array( self::$rows[ $this->id ]['meta'] ) );
		$this->changed_meta = array();
	}
}

/**
 * Database with locks, for which another process is waited for.
 */
class Puente_Busy_Wpdb extends Puente_Wpdb {

	/**
	 * What GET_LOCK answers.
	 *
	 * @var string|null
	 */
	public $lock = '1';

	/**
	 * Called once while the lock is waited for.
	 *
	 * @var callable|null
	 */
	public $meanwhile = null;

	public function prepare( $sql, ...$values ) {
		return array( $sql, 1 === count( $values ) && is_array( $values[0] ) ? $values[0] : $values );
	}

	public function get_var( array $query = array() ) {
		$meanwhile       = $this->meanwhile;
		$this->meanwhile = null;
		if ( $meanwhile ) {
			$meanwhile();
		}
		return $this->lock;
	}
}
