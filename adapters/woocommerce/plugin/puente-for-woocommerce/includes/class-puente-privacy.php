<?php
/**
 * Personal data.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Stores only the identity number, which WooCommerce exports and erases with its own data.
 */
class Puente_Privacy {

	/**
	 * Hooks into WooCommerce's exporters and erasers.
	 */
	public static function listen() {
		add_filter(
			'woocommerce_privacy_export_order_personal_data_meta',
			static function ( $labels ) {
				$label = __( 'Identity number', 'puente-for-woocommerce' );
				return $labels + array_fill_keys( array( Puente_Identity_Number::META_KEY, Puente_Identity_Number::BLOCKS_KEY ), $label );
			}
		);
		add_filter(
			'woocommerce_privacy_remove_order_personal_data_meta',
			static function ( $types ) {
				return $types + array_fill_keys( array( Puente_Identity_Number::META_KEY, Puente_Identity_Number::BLOCKS_KEY ), 'text' );
			}
		);
		add_filter(
			'woocommerce_privacy_erase_personal_data_customer',
			static function ( $response, $customer ) {
				$customer->delete_meta_data( Puente_Identity_Number::CLASSIC_FIELD );
				$customer->delete_meta_data( Puente_Identity_Number::BLOCKS_KEY );
				$customer->save();
				return $response;
			},
			10,
			2
		);
	}
}
