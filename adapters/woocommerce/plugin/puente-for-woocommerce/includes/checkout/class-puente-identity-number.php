<?php
/**
 * Identity number of the customer.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Optional, so no sale is lost over it.
 */
class Puente_Identity_Number {

	const CLASSIC_FIELD = 'billing_puente_identity';
	const META_KEY      = '_' . self::CLASSIC_FIELD;
	const BLOCKS_FIELD  = 'puente/identity-number';
	const BLOCKS_KEY    = '_wc_other/puente/identity-number';
	const LONGEST       = 50;
	// Where orders and accounts keep it.
	const ORDER_KEYS   = array( self::META_KEY, self::BLOCKS_KEY );
	const ACCOUNT_KEYS = array( self::CLASSIC_FIELD, self::BLOCKS_KEY );

	/**
	 * Adds the field to the checkouts.
	 */
	public static function ask() {
		if ( 'own' !== Puente_Settings::get( 'identity_source', 'none' ) ) {
			return;
		}
		add_filter( 'woocommerce_billing_fields', array( __CLASS__, 'add_to_classic' ) );
		add_filter( 'woocommerce_customer_meta_fields', array( __CLASS__, 'show_in_profile' ) );
		add_filter( 'woocommerce_admin_billing_fields', array( __CLASS__, 'show_in_order' ) );
		// The checkout block has additional fields from WooCommerce 8.9 on.
		if ( function_exists( 'woocommerce_register_additional_checkout_field' ) ) {
			woocommerce_register_additional_checkout_field(
				array(
					'id'                         => self::BLOCKS_FIELD,
					'label'                      => __( 'Identity number', 'puente-for-woocommerce' ),
					'optionalLabel'              => __( 'Identity number (optional)', 'puente-for-woocommerce' ),
					'location'                   => 'contact',
					'type'                       => 'text',
					'required'                   => false,
					'show_in_order_confirmation' => false,
					'sanitize_callback'          => array( __CLASS__, 'clean' ),
				)
			);
		}
	}

	/**
	 * Adds it to the classic checkout; WooCommerce stores it in order and account.
	 *
	 * @param array $fields Billing fields.
	 */
	public static function add_to_classic( $fields ) {
		$fields[ self::CLASSIC_FIELD ] = array(
			'label'             => __( 'Identity number', 'puente-for-woocommerce' ),
			'type'              => 'text',
			'required'          => false,
			'class'             => array( 'form-row-wide' ),
			'priority'          => 115,
			'custom_attributes' => array( 'maxlength' => self::LONGEST ),
		);
		return $fields;
	}

	/**
	 * Adds it to profiles, for shop managers.
	 *
	 * @param array $fields Profile fields.
	 */
	public static function show_in_profile( $fields ) {
		$fields['billing']['fields'][ self::CLASSIC_FIELD ] = array(
			'label'       => __( 'Identity number', 'puente-for-woocommerce' ),
			'description' => '',
		);
		return $fields;
	}

	/**
	 * Adds it to an order, for shop managers.
	 *
	 * @param array $fields Billing fields.
	 */
	public static function show_in_order( $fields ) {
		$fields['puente_identity'] = array(
			'label' => __( 'Identity number', 'puente-for-woocommerce' ),
			'show'  => true,
		);
		return $fields;
	}

	/**
	 * Returns the number of an order.
	 *
	 * @param WC_Order $order Order.
	 * @return string|null
	 */
	public static function of_order( WC_Order $order ) {
		$source = Puente_Settings::get( 'identity_source', 'none' );
		$keys   = 'own' === $source ? self::ORDER_KEYS : array();
		if ( 'other' === $source ) {
			$keys = array_filter( array( Puente_Settings::get( 'identity_meta_key' ) ) );
		}
		foreach ( $keys as $key ) {
			$number = self::clean( $order->get_meta( $key ) );
			if ( '' !== $number ) {
				return $number;
			}
		}
		return null;
	}

	/**
	 * Returns the number of a returning customer.
	 *
	 * @param int $customer_id 0 for a guest.
	 * @return string|null
	 */
	public static function of_customer( $customer_id ) {
		if ( $customer_id <= 0 || 'own' !== Puente_Settings::get( 'identity_source', 'none' ) ) {
			return null;
		}
		foreach ( self::ACCOUNT_KEYS as $key ) {
			$number = self::clean( get_user_meta( $customer_id, $key, true ) );
			if ( '' !== $number ) {
				return $number;
			}
		}
		return null;
	}

	/**
	 * Normalizes a number to one line, within Puente's limit.
	 *
	 * @param mixed $typed Input.
	 */
	public static function clean( $typed ) {
		return is_scalar( $typed ) ? mb_substr( sanitize_text_field( (string) $typed ), 0, self::LONGEST ) : '';
	}
}
