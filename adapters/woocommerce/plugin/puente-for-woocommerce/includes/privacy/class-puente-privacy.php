<?php
/**
 * Personal data.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Adds what this site stores to WooCommerce's exporters and erasers: the identity number of orders
 * and accounts, and of each order the card and the address of its receipt.
 */
class Puente_Privacy {

	/**
	 * Hooks into WooCommerce's exporters and erasers.
	 */
	public static function listen() {
		add_filter( 'woocommerce_privacy_export_order_personal_data_meta', array( __CLASS__, 'add_labels' ) );
		add_filter( 'woocommerce_privacy_export_order_personal_data_meta_value', array( __CLASS__, 'name_card' ), 10, 3 );
		add_filter( 'woocommerce_privacy_remove_order_personal_data_meta', array( __CLASS__, 'add_types' ) );
		add_filter( 'woocommerce_privacy_export_customer_personal_data', array( __CLASS__, 'export_customer' ), 10, 2 );
		add_filter( 'woocommerce_privacy_erase_personal_data_customer', array( __CLASS__, 'erase_customer' ), 10, 2 );
	}

	/**
	 * Labels the exported meta of an order.
	 *
	 * @param string[] $labels By key.
	 * @return string[]
	 */
	public static function add_labels( $labels ) {
		return $labels + array_fill_keys( Puente_Identity_Number::ORDER_KEYS, __( 'Identity number', 'puente-for-woocommerce' ) ) + array(
			Puente_Payment_Details::CARD_META => __( 'Card', 'puente-for-woocommerce' ),
		);
	}

	/**
	 * Exports the card in words.
	 *
	 * @param mixed    $value Stored value.
	 * @param string   $key   Its key.
	 * @param WC_Order $order Order.
	 * @return mixed
	 */
	public static function name_card( $value, $key, $order ) {
		return Puente_Payment_Details::CARD_META === $key && '' !== (string) $value ? Puente_Payment_Details::card( $order ) : $value;
	}

	/**
	 * Names the meta that goes with the customer. WordPress empties values of a type that it does not
	 * know, and WooCommerce then deletes them.
	 *
	 * @param string[] $types By key.
	 * @return string[]
	 */
	public static function add_types( $types ) {
		return $types + array_fill_keys( Puente_Identity_Number::ORDER_KEYS, 'text' ) + array_fill_keys( array( Puente_Payment_Details::CARD_META, Puente_Receipt::META ), 'puente' );
	}

	/**
	 * Exports the identity number of an account.
	 *
	 * @param array[]     $data     Fields.
	 * @param WC_Customer $customer Customer.
	 * @return array[]
	 */
	public static function export_customer( $data, $customer ) {
		foreach ( Puente_Identity_Number::ACCOUNT_KEYS as $key ) {
			$number = (string) $customer->get_meta( $key );
			if ( '' !== $number ) {
				$data[] = array(
					'name'  => __( 'Identity number', 'puente-for-woocommerce' ),
					'value' => esc_html( $number ),
				);
			}
		}
		return $data;
	}

	/**
	 * Erases the identity number of an account.
	 *
	 * @param array       $response As WordPress expects it.
	 * @param WC_Customer $customer Customer.
	 * @return array
	 */
	public static function erase_customer( $response, $customer ) {
		foreach ( Puente_Identity_Number::ACCOUNT_KEYS as $key ) {
			if ( '' !== (string) $customer->get_meta( $key ) ) {
				$customer->delete_meta_data( $key );
				$response['items_removed'] = true;
			}
		}
		$customer->save();
		return $response;
	}
}
