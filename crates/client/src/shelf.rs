//! Where the page keeps things under a name.

/// Where things are kept under a name; in a browser, its local storage.
pub trait Shelf {
    /// What lies there.
    fn get(&self, name: &str) -> Option<String>;
    /// Puts something there; `false` if there is no room or the browser forbids it.
    fn put(&self, name: &str, text: &str) -> bool;
    /// Clears the place.
    fn remove(&self, name: &str);
    /// All names.
    fn names(&self) -> Vec<String>;
}

/// A shelf for tests.
#[cfg(test)]
#[derive(Default)]
pub struct Memory(std::cell::RefCell<std::collections::BTreeMap<String, String>>);

#[cfg(test)]
impl Shelf for Memory {
    fn get(&self, name: &str) -> Option<String> {
        self.0.borrow().get(name).cloned()
    }

    fn put(&self, name: &str, text: &str) -> bool {
        self.0.borrow_mut().insert(name.to_owned(), text.to_owned());
        true
    }

    fn remove(&self, name: &str) {
        self.0.borrow_mut().remove(name);
    }

    fn names(&self) -> Vec<String> {
        self.0.borrow().keys().cloned().collect()
    }
}
