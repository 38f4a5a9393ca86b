<?php
/**
 * The identity number of the customer.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Asks for it at the checkout, when the settings say so, and reads it from an order. It is optional
 * everywhere: nobody loses a sale for want of it.
 */
class Puente_Identity_Number {

	const CLASSIC_FIELD = 'billing_puente_identity';
	const META_KEY      = '_' . self::CLASSIC_FIELD;
	const BLOCKS_FIELD  = 'puente/identity-number';
	const BLOCKS_KEY    = '_wc_other/puente/identity-number';
	const LONGEST       = 50;

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
		// WooCommerce 8.9 brought fields of others into the checkout block.
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
	 * The field of the classic checkout. WooCommerce keeps billing fields in the order and in the
	 * customer's account by itself.
	 *
	 * @param array $fields The billing fields.
	 * @return array
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
	 * Lets shop managers see and change it in a customer's profile.
	 *
	 * @param array $fields The fields of the profile.
	 * @return array
	 */
	public static function show_in_profile( $fields ) {
		$fields['billing']['fields'][ self::CLASSIC_FIELD ] = array(
			'label'       => __( 'Identity number', 'puente-for-woocommerce' ),
			'description' => '',
		);
		return $fields;
	}

	/**
	 * Lets shop managers see and change it in an order.
	 *
	 * @param array $fields The billing fields of the order's page.
	 * @return array
	 */
	public static function show_in_order( $fields ) {
		$fields['puente_identity'] = array(
			'label' => __( 'Identity number', 'puente-for-woocommerce' ),
			'show'  => true,
		);
		return $fields;
	}

	/**
	 * Reads it from an order.
	 *
	 * @param WC_Order $order The order.
	 * @return string|null
	 */
	public static function of_order( WC_Order $order ) {
		$source = Puente_Settings::get( 'identity_source', 'none' );
		$keys   = 'own' === $source ? array( self::META_KEY, self::BLOCKS_KEY ) : array();
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
	 * The number of a customer who was here before.
	 *
	 * @param int $customer_id The customer; 0 for a guest.
	 * @return string|null
	 */
	public static function of_customer( $customer_id ) {
		if ( $customer_id <= 0 || 'own' !== Puente_Settings::get( 'identity_source', 'none' ) ) {
			return null;
		}
		foreach ( array( self::CLASSIC_FIELD, self::BLOCKS_KEY ) as $key ) {
			$number = self::clean( get_user_meta( $customer_id, $key, true ) );
			if ( '' !== $number ) {
				return $number;
			}
		}
		return null;
	}

	/**
	 * A number as it is kept: one line, not longer than Puente takes it.
	 *
	 * @param mixed $typed What was typed.
	 * @return string
	 */
	public static function clean( $typed ) {
		return is_scalar( $typed ) ? mb_substr( sanitize_text_field( (string) $typed ), 0, self::LONGEST ) : '';
	}
}
