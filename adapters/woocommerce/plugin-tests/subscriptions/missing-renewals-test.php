<?php

require_once __DIR__ . '/subscription-shop.php';

final class Puente_Missing_Renewals_Test extends Puente_Subscription_Shop {

	public function test_an_overdue_renewal_is_found_until_it_is_renewed() {
		global $puente_subscriptions;
		self::shop();
		$due = static function ( $hours ) {
			return gmdate( 'Y-m-d H:i:s', time() - $hours * HOUR_IN_SECONDS );
		};
		$puente_subscriptions[7]->update_meta_data( '_schedule_next_payment', $due( 5 ) );
		Puente_Missing_Renewals::look();
		self::assertSame( array(), get_option( 'puente_missing_renewals', array() ) );
		$puente_subscriptions[7]->update_meta_data( '_schedule_next_payment', $due( 7 ) );
		Puente_Missing_Renewals::look();
		self::assertSame( array( 7 ), get_option( 'puente_missing_renewals' ) );
		$puente_subscriptions[7]->update_meta_data( '_schedule_next_payment', $due( -700 ) );
		Puente_Missing_Renewals::look();
		self::assertSame( array(), get_option( 'puente_missing_renewals' ) );
	}

	public function test_overdue_renewals_are_found_among_hundreds_of_another_payment_method() {
		global $puente_subscriptions;
		self::shop();
		$puente_subscriptions[7]->update_meta_data( '_schedule_next_payment', gmdate( 'Y-m-d H:i:s', time() - DAY_IN_SECONDS ) );
		for ( $id = 100; $id < 350; $id++ ) {
			$puente_subscriptions[ $id ] = clone $puente_subscriptions[7];
			$puente_subscriptions[ $id ]->set_payment_method( 'stripe' );
		}
		Puente_Missing_Renewals::look();
		self::assertSame( array( 7 ), get_option( 'puente_missing_renewals' ) );
		self::assertSame( array( 'payment_method' => 'puente', 'limit' => 100 ), Puente_Own_Subscriptions::only_ours( array( 'limit' => 100 ) ) );
	}

	public function test_the_notice_links_each_subscription_where_the_shop_stores_it() {
		global $puente_subscriptions, $puente_capabilities;
		self::shop();
		$puente_capabilities = array( 'manage_woocommerce' );
		$puente_subscriptions[7]->set_edit_order_url( 'https://shop.example/wp-admin/admin.php?page=wc-orders--shop_subscription&action=edit&id=7' );
		$puente_subscriptions[7]->set_order_number( 'S-7' );
		// The second one is deleted.
		update_option( 'puente_missing_renewals', array( 7, 8 ) );
		ob_start();
		Puente_Missing_Renewals::show();
		$shown = ob_get_clean();
		self::assertStringContainsString( '<a href="https://shop.example/wp-admin/admin.php?page=wc-orders--shop_subscription&action=edit&id=7">#S-7</a>', $shown );
		self::assertStringNotContainsString( '#8', $shown );
	}

	public function test_only_lists_of_orders_look_for_overdue_renewals_and_not_each_time() {
		global $puente_subscriptions, $typenow;
		self::shop();
		$puente_subscriptions[7]->update_meta_data( '_schedule_next_payment', gmdate( 'Y-m-d H:i:s', time() - DAY_IN_SECONDS ) );
		$typenow = 'post';
		Puente_Missing_Renewals::look_on_posts();
		self::assertFalse( get_option( 'puente_missing_renewals' ) );
		$typenow = 'shop_subscription';
		Puente_Missing_Renewals::look_on_posts();
		self::assertSame( array( 7 ), get_option( 'puente_missing_renewals' ) );
		$puente_subscriptions = array();
		Puente_Missing_Renewals::look_on_posts();
		self::assertSame( array( 7 ), get_option( 'puente_missing_renewals' ) );
	}
}
